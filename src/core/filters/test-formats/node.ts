import { coverageLine } from './coverage-table';
import {
  indentOf,
  nothingHeld,
  type LineKind,
  type TellLine,
  type TestFormat,
  type TestReader,
} from './test-format';

const verdict = /^ *([✔✖﹣▶]) \S/;
const timed = /^ *[✔✖﹣▶] .*\(\d+(?:\.\d+)?ms\)(?: # .*)?$/;
const count = /^ℹ (?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/;

/** The `spec` reporter of node:test. */
export const node: TestFormat = {
  tells: (line) => /^[ ✔✖﹣▶ℹ]/.test(line) && (timed.test(line) || count.test(line)),
  start: () => new NodeReader(),
};

class NodeReader implements TestReader {
  private isTold = false;
  /** Of the failed test whose error stands below its name; undefined: none. */
  private failedIndent: number | undefined;
  readonly end = nothingHeld;

  read(line: string, tell: TellLine): void {
    if (this.isTold) readTold(line, tell);
    else if (line === '✖ failing tests:') {
      this.isTold = true;
      tell('place', line, 0);
    } else this.readVerdict(line, tell);
  }

  private readVerdict(line: string, tell: TellLine): void {
    const sign = verdict.exec(line)?.[1];
    const { failedIndent } = this;
    if (sign !== undefined) this.failedIndent = sign === '✖' ? indentOf(line) : undefined;
    if (sign === '✖') tell('failed', line);
    // Behind its tests a suite stands again, with its time.
    else if (sign === '▶') tell(timed.test(line) ? 'passed' : 'place', line, indentOf(line));
    else if (sign !== undefined) tell('passed', line);
    else if (failedIndent !== undefined && indentOf(line) > failedIndent) tell('early', line);
    else tell(kindOf(line), line);
  }
}

/** What stands below the heading that announces the failures. */
function readTold(line: string, tell: TellLine): void {
  if (line.startsWith('test at ')) tell('failure', line);
  else if (line.startsWith('✖ ')) tell('failed', line);
  else tell(/^\S/.test(line) ? 'text' : 'detail', line);
}

function kindOf(line: string): LineKind {
  if (!line.startsWith('ℹ ')) return 'text';
  if (count.test(line)) return 'summary';
  return coverageLine(line.slice(2)) ?? 'text';
}
