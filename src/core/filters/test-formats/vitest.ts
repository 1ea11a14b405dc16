import { coverageLine } from './coverage-table';
import { nothingHeld, type LineKind, type TestFormat } from './test-format';

const banner = /^ (?:RUN|DEV|RERUN) +v\d/;
const file = /^ [✓❯×↓] .*\(\d+(?: tests?)?(?: \||\))/;
const verdict = /^ +([✓✔❯×✗↓✖→]) \S/;
const count = /^ +(?:Test Files|Tests|Snapshots|Type Errors|Errors) {2}\S/;
const heading = /^⎯+ (.+?) ⎯+$/;
const rule = /^⎯+(?:\[\d+\/\d+\]⎯*)?$/;
/** A file whose turn has not come, as a terminal shows it. */
const queued = /^ · \S+ \(\d+\)$/;
/** Chatter about the run. */
const own = /^ {3,}(?:Start at|Coverage enabled with) {1,2}\S/;

/** The `default` and the `verbose` reporter of vitest. */
export const vitest: TestFormat = {
  tells: (line) => line.startsWith(' ') && (file.test(line) || count.test(line) || isNamed(line)),
  opens: (line) => banner.test(line) || /^[>$] (?:\S+ )*?(?:\S*\/)?vitest(?: |$)/.test(line),
  start: () => {
    /** Below a heading that announces failed tests. */
    let isTold = false;
    return {
      read: (line, tell) => {
        const title = line.startsWith('⎯') ? heading.exec(line)?.[1] : undefined;
        if (title !== undefined) {
          isTold = /^Failed (?:Tests|Suites) /.test(title);
          tell(isTold ? 'place' : 'text', line);
        } else if (count.test(line)) {
          isTold = false;
          tell('summary', line);
        } else if (isTold) {
          if (/^ FAIL {2}\S/.test(line)) tell('failure', line);
          else tell(rule.test(line) ? 'passed' : 'detail', line);
        } else if (verdict.test(line)) readVerdict(line, tell);
        else tell(kindOf(line), line);
      },
      end: nothingHeld,
    };
  },
};

function isNamed(line: string): boolean {
  return /^ [✓×] \S+ > .+/.test(line);
}

function readVerdict(
  line: string,
  tell: (kind: LineKind, line: string, level?: number) => void,
): void {
  const sign = verdict.exec(line)?.[1];
  if (sign === '✓' || sign === '✔' || sign === '↓') tell('passed', line);
  else if (sign === '❯' && !file.test(line)) tell('text', line);
  else if (sign === '❯') tell('place', line, 1);
  else tell('failed', line);
}

function kindOf(line: string): LineKind {
  // With the banner a text that stays is known as of this runner, also a second time.
  if (banner.test(line)) return 'place';
  if (rule.test(line) || own.test(line) || queued.test(line)) return 'passed';
  if (/^ {3}Duration {2}/.test(line)) return 'summary';
  return coverageLine(line) ?? 'text';
}
