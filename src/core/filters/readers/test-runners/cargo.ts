import {
  type TestFormat,
  type TestReader,
  isBlank,
  type LineKind,
  type ReportLine,
} from './test-format';
import { NameSet } from './name-set';

/** `cargo test` and `cargo nextest`: one command may run both, as nextest runs no doc tests. */
export const cargo: TestFormat = {
  recognizes: (line) => isLibtestLine(line) || isNextestLine(line),
  start: () => {
    let isNextest = false;
    let reader: TestReader = new LibtestReader();
    return {
      read: (line, report) => {
        // For a failed test nextest shows the output of libtest.
        const isOther = isNextest ? isTarget(line) : isNextestLine(line) || isNextestHead(line);
        if (isOther) {
          reader.end?.(report);
          isNextest = !isNextest;
          reader = isNextest ? createNextestReader() : new LibtestReader();
        }
        reader.read(line, report);
      },
      end: (report) => {
        reader.end?.(report);
      },
    };
  },
};

/** `test name ... ok`, also with `--report-time`. */
const libtestVerdict =
  /^test (.+?)(?: - should panic)? \.\.\. (ok|ignored|FAILED|failed)(?:$|[ ,(<])/;
/** `cargo test -q` names failures by this. */
const quietFailure = /^(\S.*?)(?: - should panic)? --- FAILED$/;
const dots = /^[.iF]+(?: \d+\/\d+)?$/;
const block = /^---- .+ std(?:out|err) ----$/;
const running = /^running \d+ tests?$/;
const advice = /^note: run with `RUST_BACKTRACE=1` environment variable/;
const result = 'test result: ';

/** The harness of Rust's own tests. */
function isLibtestLine(line: string): boolean {
  if (line.startsWith('test ')) return libtestVerdict.test(line) || line.startsWith(result);
  return line.startsWith('running ') && running.test(line);
}

type LibtestSection = 'verdicts' | 'blocks' | 'names' | 'successes';

class LibtestReader implements TestReader {
  private readonly failed = new NameSet();
  private section: LibtestSection = 'verdicts';

  read(line: string, report: ReportLine): void {
    switch (this.section) {
      case 'verdicts':
        this.readVerdict(line, report);
        return;
      case 'blocks':
        this.readBlock(line, report);
        return;
      case 'names':
        this.readName(line, report);
        return;
      case 'successes':
        this.readSuccess(line, report);
    }
  }

  private readVerdict(line: string, report: ReportLine): void {
    if (line.endsWith(' ... ok') && line.startsWith('test ')) report('passed', line);
    else if (line.startsWith(result)) report('summary', line);
    else if (line.startsWith('test ')) this.readTest(line, report);
    else if (line === 'failures:') this.enter('blocks', 'passed', line, report);
    else if (line === 'successes:') this.enter('successes', 'passed', line, report);
    else if (block.test(line)) this.enter('blocks', 'failure', line, report);
    else if (isTarget(line)) report('place', line, 0);
    else this.readOther(line, report);
  }

  private readTest(line: string, report: ReportLine): void {
    const [, name = '', word] = libtestVerdict.exec(line) ?? [];
    if (word === 'FAILED' || word === 'failed') this.fail(name, line, report);
    else report(word === undefined ? 'text' : 'passed', line);
  }

  private readOther(line: string, report: ReportLine): void {
    const name = line.endsWith(' --- FAILED') ? quietFailure.exec(line)?.[1] : undefined;
    if (name !== undefined) this.fail(name, line, report);
    else report(libtestKind(line), line);
  }

  private fail(name: string, line: string, report: ReportLine): void {
    this.failed.add(name);
    report('failed', line);
  }

  private readBlock(line: string, report: ReportLine): void {
    if (block.test(line)) report('failure', line);
    else if (line === 'failures:') this.enter('names', 'passed', line, report);
    else if (isBrokenOff(line)) {
      this.section = 'verdicts';
      this.readVerdict(line, report);
    } else report(advice.test(line) ? 'passed' : 'detail', line);
  }

  private readName(line: string, report: ReportLine): void {
    if (line.startsWith('    ')) report(this.failed.isNew(line.trim()) ? 'failed' : 'passed', line);
    else if (isBlank(line)) report('text', line);
    else if (line !== 'failures:') {
      this.section = 'verdicts';
      this.readVerdict(line, report);
    }
  }

  private readSuccess(line: string, report: ReportLine): void {
    if (line === 'failures:') this.enter('blocks', 'passed', line, report);
    else if (line.startsWith(result)) this.enter('verdicts', 'summary', line, report);
    else report(line === 'successes:' ? 'passed' : 'printed', line);
  }

  private enter(section: LibtestSection, kind: LineKind, line: string, report: ReportLine): void {
    this.section = section;
    report(kind, line);
  }
}

/** Cargo's name for the program whose tests follow. */
function isTarget(line: string): boolean {
  return line.startsWith('     Running ') || line.startsWith('   Doc-tests ');
}

/** Output of Cargo itself again: the test program died while it reported failures. */
function isBrokenOff(line: string): boolean {
  return (
    isTarget(line) || line.startsWith('error: test failed') || line.startsWith('error: doctest')
  );
}

function libtestKind(line: string): LineKind {
  if (isCargoProgress(line)) return 'passed';
  if (line === 'ok' || running.test(line) || advice.test(line)) return 'passed';
  // The verdict of a test that printed something in between.
  if (line === 'FAILED') return 'failed';
  if (dots.test(line)) return line.includes('F') ? 'early' : 'passed';
  return 'text';
}

/** `PASS [   0.004s] (1/9) crate tests::name`, with tries in front. */
const nextestStatus =
  /^ +(?:TRY \d+ |LEAK )?(PASS|SKIP|START|SETUP|RETRY|DELAY|RUN|LEAK|SLOW|FLAKY|FAIL|TIMEOUT|TERMINATING|ABORT|EXECFAIL|XFAIL|SIG[A-Z]+)(?:\s\S+)?\s+\[[\s>]*[\d.]+s?\s*\]/;
const nextestSummary = /^ +Summary \[\s*[\d.]+s\] +\d+(?:\/\d+)? tests? run: /;
const nextestRule = /^─+$/;

function isNextestLine(line: string): boolean {
  if (!line.startsWith('  ')) return false;
  return (line.includes(' [') && nextestStatus.test(line)) || nextestSummary.test(line);
}

/** Kind of the lines after a verdict. */
type NextestSection = 'runner' | 'passed' | 'failed';

function createNextestReader(): TestReader {
  const failed = new NameSet();
  let section: NextestSection = 'runner';
  const readStatus = (word: string, line: string, report: ReportLine): void => {
    if (word === 'PASS' || word === 'SKIP' || word === 'START' || word === 'RUN') {
      section = word === 'PASS' ? 'passed' : 'runner';
      report('passed', line);
    } else if (word === 'SLOW' || word === 'FLAKY' || word === 'LEAK' || word === 'SETUP') {
      section = 'runner';
      report('text', line);
    } else {
      section = 'failed';
      // The end repeats the names from the run.
      report(failed.isNew(line) ? 'failure' : 'passed', line);
    }
  };
  return {
    read: (line, report) => {
      const word = line.startsWith(' ') ? nextestStatus.exec(line)?.[1] : undefined;
      if (word !== undefined) readStatus(word, line, report);
      else if (nextestSummary.test(line)) {
        section = 'runner';
        report('summary', line);
      } else if (isNextestHead(line) || isCargoProgress(line)) {
        section = 'runner';
        report('passed', line);
      } else if (isRunner(line)) {
        section = 'runner';
        report('text', line);
      } else if (section === 'failed') report(boilerplate.test(line) ? 'passed' : 'detail', line);
      else report(section === 'passed' && !isBlank(line) ? 'printed' : 'text', line);
    },
  };
}

/** Between the parts of a run, and above the first. */
function isNextestHead(line: string): boolean {
  return nextestRule.test(line) || /^ +(?:Starting \d+ tests? across |Nextest run ID )/.test(line);
}

/** Output of libtest around the one test that it was started for. */
const boilerplate =
  /^ +(?:running 1 test|failures:|note: run with `RUST_BACKTRACE=1` environment variable.*)$/;

/** A line about the run, not about a test. */
function isRunner(line: string): boolean {
  return /^(?:error|warning|info)(?:\[\w+\])?: | {2,}Cancel+ing /.test(line);
}

/** Cargo's words for its current step. */
const progress =
  /^ {2,}(?:Compiling|Checking|Building|Finished|Fresh|Downloading|Downloaded|Updating|Fetching|Locking|Adding|Removing|Blocking|Packaging|Verifying|Archiving|Unpacking|Documenting) /;

function isCargoProgress(line: string): boolean {
  return line.startsWith('  ') && progress.test(line);
}
