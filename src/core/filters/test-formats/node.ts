import { coverageLine } from './coverage-table';
import {
  indentOf,
  nothingToReport,
  type LineKind,
  type ReportLine,
  type TestFormat,
  type TestReader,
} from './test-format';

const nodeVerdict = /^ *([✔✖﹣▶]) \S/;
const timedVerdict = /^ *[✔✖﹣▶] .*\(\d+(?:\.\d+)?ms\)(?: # .*)?$/;
const nodeCount = /^ℹ (?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/;

/** The `spec` reporter of node:test. */
export const node: TestFormat = {
  recognizes: (line) => /^[ ✔✖﹣▶ℹ]/.test(line) && (timedVerdict.test(line) || nodeCount.test(line)),
  start: () => new NodeReader(),
};

class NodeReader implements TestReader {
  private isInFailures = false;
  /** Of the failed test whose error stands below its name; undefined: none. */
  private failedIndent: number | undefined;
  readonly end = nothingToReport;

  read(line: string, tell: ReportLine): void {
    if (this.isInFailures) readTold(line, tell);
    else if (line === '✖ failing tests:') {
      this.isInFailures = true;
      tell('place', line, 0);
    } else this.readVerdict(line, tell);
  }

  private readVerdict(line: string, tell: ReportLine): void {
    const sign = nodeVerdict.exec(line)?.[1];
    const { failedIndent } = this;
    if (sign !== undefined) this.failedIndent = sign === '✖' ? indentOf(line) : undefined;
    if (sign === '✖') tell('failed', line);
    // Behind its tests a suite stands again, with its time.
    else if (sign === '▶') tell(timedVerdict.test(line) ? 'passed' : 'place', line, indentOf(line));
    else if (sign !== undefined) tell('passed', line);
    else if (failedIndent !== undefined && indentOf(line) > failedIndent) tell('early', line);
    else tell(kindOf(line), line);
  }
}

/** What stands below the heading that announces the failures. */
function readTold(line: string, tell: ReportLine): void {
  if (line.startsWith('test at ')) tell('failure', line);
  else if (line.startsWith('✖ ')) tell('failed', line);
  else tell(/^\S/.test(line) ? 'text' : 'detail', line);
}

function kindOf(line: string): LineKind {
  if (!line.startsWith('ℹ ')) return 'text';
  if (nodeCount.test(line)) return 'summary';
  return coverageLine(line.slice(2)) ?? 'text';
}
