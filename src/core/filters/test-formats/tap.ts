import { indentOf, isBlank, nothingHeld, type TellLine, type TestFormat } from './test-format';

const result = /^ *(not )?ok\b(?: (?:\d+|-)|$)/;
const directive = /#\s*(?:TODO|SKIP)\b/i;
const plan = /^ *1\.\.\d+/;
const count =
  /^# (?:tests|suites|pass|fail|ok|cancelled|skipped|skip|todo|duration_ms|time|success|failed)\b[ :=]*/;

/** The Test Anything Protocol, versions 12 to 14, also as node:test nests it. */
export const tap: TestFormat = {
  // A plan is a must; a lone `ok 1` anything may print.
  tells: (line) => /^TAP version 1[234]$|^1\.\.\d+(?: |$)/.test(line),
  start: () => {
    /** Whose lines of detail come, and their indent; undefined: nobody's. */
    let isFailed = false;
    let detailIndent: number | undefined;

    const readDetail = (line: string, tell: TellLine): void => {
      const isEnd = indentOf(line) === detailIndent && line.trim() === '...';
      if (isEnd) detailIndent = undefined;
      const isNeedless = isEnd || /^ *(?:---|duration_ms: .*)$/.test(line);
      tell(isFailed && !isNeedless ? 'detail' : 'passed', line);
    };
    const readResult = (line: string, isNot: boolean, tell: TellLine): void => {
      const isExpected = directive.test(line);
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
        const found = result.exec(line);
        if (found !== null) readResult(line, found[1] !== undefined, tell);
        else if (/^ +---$/.test(line)) {
          detailIndent = indentOf(line);
          tell('passed', line);
        } else if (/^ *# Subtest: /.test(line)) tell('place', line, indentOf(line));
        else tell(kindOf(line), line);
      },
      end: nothingHeld,
    };
  },
};

function kindOf(line: string) {
  if (line.startsWith('TAP version ')) return 'passed';
  if (count.test(line)) return 'summary';
  if (plan.test(line)) return line.startsWith(' ') ? 'passed' : 'summary';
  return /^ *Bail out!/.test(line) ? 'failed' : 'text';
}
