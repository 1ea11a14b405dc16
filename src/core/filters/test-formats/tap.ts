import { indentOf, isBlank, nothingToReport, type ReportLine, type TestFormat } from './test-format';

const tapResult = /^ *(not )?ok\b(?: (?:\d+|-)|$)/;
const tapDirective = /#\s*(?:TODO|SKIP)\b/i;
const tapPlan = /^ *1\.\.\d+/;
const tapCount =
  /^# (?:tests|suites|pass|fail|ok|cancelled|skipped|skip|todo|duration_ms|time|success|failed)\b[ :=]*/;

/** The Test Anything Protocol, versions 12 to 14, also as node:test nests it. */
export const tap: TestFormat = {
  // A plan is a must; a lone `ok 1` anything may print.
  recognizes: (line) => /^TAP version 1[234]$|^1\.\.\d+(?: |$)/.test(line),
  start: () => {
    /** Whose lines of detail come, and their indent; undefined: nobody's. */
    let isFailed = false;
    let detailIndent: number | undefined;

    const readDetail = (line: string, tell: ReportLine): void => {
      const isEnd = indentOf(line) === detailIndent && line.trim() === '...';
      if (isEnd) detailIndent = undefined;
      const isNeedless = isEnd || /^ *(?:---|duration_ms: .*)$/.test(line);
      tell(isFailed && !isNeedless ? 'detail' : 'passed', line);
    };
    const readResult = (line: string, isNot: boolean, tell: ReportLine): void => {
      const isExpected = tapDirective.test(line);
      isFailed = isNot && !isExpected;
      if (isNot && isExpected) tell('text', line);
      else if (isFailed) tell('failure', line);
      else tell('passed', line, indentOf(line));
    };
    return {
      read: (line, tell) => {
        if (detailIndent !== undefined && !isBlank(line) && indentOf(line) < detailIndent) {
          // Not what it seemed to be, or broken off.
          detailIndent = undefined;
        }
        if (detailIndent !== undefined) {
          readDetail(line, tell);
          return;
        }
        const found = tapResult.exec(line);
        if (found !== null) readResult(line, found[1] !== undefined, tell);
        else if (/^ +---$/.test(line)) {
          detailIndent = indentOf(line);
          tell('passed', line);
        } else if (/^ *# Subtest: /.test(line)) tell('place', line, indentOf(line));
        else tell(tapKind(line), line);
      },
      end: nothingToReport,
    };
  },
};

function tapKind(line: string) {
  if (line.startsWith('TAP version ')) return 'passed';
  if (tapCount.test(line)) return 'summary';
  if (tapPlan.test(line)) return line.startsWith(' ') ? 'passed' : 'summary';
  return /^ *Bail out!/.test(line) ? 'failed' : 'text';
}
