import { coverageLine } from './coverage-table';
import {
  indentOf,
  type LineKind,
  type ReportLine,
  type TestFormat,
  type TestReader,
  isBlank,
} from './test-format';

const nodeVerdict = /^ *([✔✖﹣▶]) \S/;
const timedVerdict = /^ *[✔✖﹣▶] .*\(\d+(?:\.\d+)?ms\)(?: # .*)?$/;
const nodeCount = /^ℹ (?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/;

/** The `spec` reporter of node:test. */
export const node: TestFormat = {
  recognizes: (line) =>
    /^[ ✔✖﹣▶ℹ]/.test(line) && (timedVerdict.test(line) || nodeCount.test(line)),
  start: () => new NodeReader(),
};

class NodeReader implements TestReader {
  private isInFailures = false;
  /** The failed test whose error is below its name; undefined: none. */
  private failedIndent: number | undefined;

  read(line: string, report: ReportLine): void {
    if (this.isInFailures) readFailureBlock(line, report);
    else if (line === '✖ failing tests:') {
      this.isInFailures = true;
      report('place', line, 0);
    } else this.readVerdict(line, report);
  }

  private readVerdict(line: string, report: ReportLine): void {
    const sign = nodeVerdict.exec(line)?.[1];
    const { failedIndent } = this;
    if (sign !== undefined) this.failedIndent = sign === '✖' ? indentOf(line) : undefined;
    if (sign === '✖') report('failed', line);
    // A suite is repeated after its tests, with its time.
    else if (sign === '▶') {
      report(timedVerdict.test(line) ? 'passed' : 'place', line, indentOf(line));
    } else if (sign !== undefined) report('passed', line);
    else if (failedIndent !== undefined && indentOf(line) > failedIndent) report('early', line);
    else report(kindOf(line), line);
  }
}

/** Lines below the heading that announces the failures. */
function readFailureBlock(line: string, report: ReportLine): void {
  if (line.startsWith('test at ')) report('failure', line);
  else if (line.startsWith('✖ ')) report('failed', line);
  else report(/^\S/.test(line) ? 'text' : 'detail', line);
}

function kindOf(line: string): LineKind {
  if (!line.startsWith('ℹ ')) return 'text';
  if (nodeCount.test(line)) return 'summary';
  return coverageLine(line.slice(2)) ?? 'text';
}

const tapResult = /^ *(not )?ok\b(?: (?:\d+|-)|$)/;
const tapDirective = /#\s*(?:TODO|SKIP)\b/i;
const tapPlan = /^ *1\.\.\d+/;
const tapCount =
  /^# (?:tests|suites|pass|fail|ok|cancelled|skipped|skip|todo|duration_ms|time|success|failed)\b[ :=]*/;

/** The Test Anything Protocol, versions 12 to 14, also as node:test nests it. */
export const tap: TestFormat = {
  // A plan is required; any program may print a lone `ok 1`.
  recognizes: (line) => /^TAP version 1[234]$|^1\.\.\d+(?: |$)/.test(line),
  start: () => {
    /** Owner of the lines of detail, and their indent; undefined: none. */
    let isFailed = false;
    let detailIndent: number | undefined;

    const readDetail = (line: string, report: ReportLine): void => {
      const isEnd = indentOf(line) === detailIndent && line.trim() === '...';
      if (isEnd) detailIndent = undefined;
      const isNeedless = isEnd || /^ *(?:---|duration_ms: .*)$/.test(line);
      report(isFailed && !isNeedless ? 'detail' : 'passed', line);
    };
    const readResult = (line: string, isNot: boolean, report: ReportLine): void => {
      const isExpected = tapDirective.test(line);
      isFailed = isNot && !isExpected;
      if (isNot && isExpected) report('text', line);
      else if (isFailed) report('failure', line);
      else report('passed', line, indentOf(line));
    };
    return {
      read: (line, report) => {
        if (detailIndent !== undefined && !isBlank(line) && indentOf(line) < detailIndent) {
          // No detail after all, or interrupted.
          detailIndent = undefined;
        }
        if (detailIndent !== undefined) {
          readDetail(line, report);
          return;
        }
        const found = tapResult.exec(line);
        if (found !== null) readResult(line, found[1] !== undefined, report);
        else if (/^ +---$/.test(line)) {
          detailIndent = indentOf(line);
          report('passed', line);
        } else if (/^ *# Subtest: /.test(line)) report('place', line, indentOf(line));
        else report(tapKind(line), line);
      },
    };
  },
};

function tapKind(line: string) {
  if (line.startsWith('TAP version ')) return 'passed';
  if (tapCount.test(line)) return 'summary';
  if (tapPlan.test(line)) return line.startsWith(' ') ? 'passed' : 'summary';
  return /^ *Bail out!/.test(line) ? 'failed' : 'text';
}
