import { isCargoProgress } from './cargo-progress';
import { createNameSet } from './name-set';
import { isBlank, nothingToReport, type ReportLine, type TestReader } from './test-format';

/** `PASS [   0.004s] (1/9) crate tests::name`, with tries in front. */
const nextestStatus =
  /^ +(?:TRY \d+ |LEAK )?(PASS|SKIP|START|SETUP|RETRY|DELAY|RUN|LEAK|SLOW|FLAKY|FAIL|TIMEOUT|TERMINATING|ABORT|EXECFAIL|XFAIL|SIG[A-Z]+)(?:\s\S+)?\s+\[[\s>]*[\d.]+s?\s*\]/;
const nextestSummary = /^ +Summary \[\s*[\d.]+s\] +\d+(?:\/\d+)? tests? run: /;
const nextestRule = /^─+$/;

export function isNextestLine(line: string): boolean {
  if (!line.startsWith('  ')) return false;
  return (line.includes(' [') && nextestStatus.test(line)) || nextestSummary.test(line);
}

/** What the lines after a verdict are. */
type NextestSection = 'runner' | 'passed' | 'failed';

export function createNextestReader(): TestReader {
  const failed = createNameSet();
  let section: NextestSection = 'runner';
  const readStatus = (word: string, line: string, tell: ReportLine): void => {
    if (word === 'PASS' || word === 'SKIP' || word === 'START' || word === 'RUN') {
      section = word === 'PASS' ? 'passed' : 'runner';
      tell('passed', line);
    } else if (word === 'SLOW' || word === 'FLAKY' || word === 'LEAK' || word === 'SETUP') {
      section = 'runner';
      tell('text', line);
    } else {
      section = 'failed';
      // The end names again what the run has named.
      tell(failed.isNew(line) ? 'failure' : 'passed', line);
    }
  };
  return {
    read: (line, tell) => {
      const word = line.startsWith(' ') ? nextestStatus.exec(line)?.[1] : undefined;
      if (word !== undefined) readStatus(word, line, tell);
      else if (nextestSummary.test(line)) {
        section = 'runner';
        tell('summary', line);
      } else if (isNextestHead(line) || isCargoProgress(line)) {
        section = 'runner';
        tell('passed', line);
      } else if (isRunner(line)) {
        section = 'runner';
        tell('text', line);
      } else if (section === 'failed') tell(boilerplate.test(line) ? 'passed' : 'detail', line);
      else tell(section === 'passed' && !isBlank(line) ? 'printed' : 'text', line);
    },
    end: nothingToReport,
  };
}

/** Between the parts of a run, and above the first. */
export function isNextestHead(line: string): boolean {
  return nextestRule.test(line) || /^ +(?:Starting \d+ tests? across |Nextest run ID )/.test(line);
}

/** What libtest says around the one test that it was started for. */
const boilerplate =
  /^ +(?:running 1 test|failures:|note: run with `RUST_BACKTRACE=1` environment variable.*)$/;

/** It speaks of the run, not of a test. */
function isRunner(line: string): boolean {
  return /^(?:error|warning|info)(?:\[\w+\])?: | {2,}Cancel+ing /.test(line);
}
