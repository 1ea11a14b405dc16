import { coverageLine } from './coverage-table';
import { nothingToReport, type LineKind, type TestFormat } from './test-format';

const vitestBanner = /^ (?:RUN|DEV|RERUN) +v\d/;
const vitestFile = /^ [✓❯×↓] .*\(\d+(?: tests?)?(?: \||\))/;
const vitestVerdict = /^ +([✓✔❯×✗↓✖→]) \S/;
const vitestCount = /^ +(?:Test Files|Tests|Snapshots|Type Errors|Errors) {2}\S/;
const vitestHeading = /^⎯+ (.+?) ⎯+$/;
const vitestRule = /^⎯+(?:\[\d+\/\d+\]⎯*)?$/;
/** A file whose turn has not come, as a terminal shows it. */
const vitestQueued = /^ · \S+ \(\d+\)$/;
/** Chatter about the run. */
const vitestChatter = /^ {3,}(?:Start at|Coverage enabled with) {1,2}\S/;

/** The `default` and the `verbose` reporter of vitest. */
export const vitest: TestFormat = {
  recognizes: (line) => line.startsWith(' ') && (vitestFile.test(line) || vitestCount.test(line) || isNamedTest(line)),
  opens: (line) => vitestBanner.test(line) || /^[>$] (?:\S+ )*?(?:\S*\/)?vitest(?: |$)/.test(line),
  start: () => {
    /** Below a heading that announces failed tests. */
    let isTold = false;
    return {
      read: (line, tell) => {
        const title = line.startsWith('⎯') ? vitestHeading.exec(line)?.[1] : undefined;
        if (title !== undefined) {
          isTold = /^Failed (?:Tests|Suites) /.test(title);
          tell(isTold ? 'place' : 'text', line);
        } else if (vitestCount.test(line)) {
          isTold = false;
          tell('summary', line);
        } else if (isTold) {
          if (/^ FAIL {2}\S/.test(line)) tell('failure', line);
          else tell(vitestRule.test(line) ? 'passed' : 'detail', line);
        } else if (vitestVerdict.test(line)) readVitestVerdict(line, tell);
        else tell(vitestKind(line), line);
      },
      end: nothingToReport,
    };
  },
};

function isNamedTest(line: string): boolean {
  return /^ [✓×] \S+ > .+/.test(line);
}

function readVitestVerdict(
  line: string,
  tell: (kind: LineKind, line: string, level?: number) => void,
): void {
  const sign = vitestVerdict.exec(line)?.[1];
  if (sign === '✓' || sign === '✔' || sign === '↓') tell('passed', line);
  else if (sign === '❯' && !vitestFile.test(line)) tell('text', line);
  else if (sign === '❯') tell('place', line, 1);
  else tell('failed', line);
}

function vitestKind(line: string): LineKind {
  // With the banner a text that stays is known as of this runner, also a second time.
  if (vitestBanner.test(line)) return 'place';
  if (vitestRule.test(line) || vitestChatter.test(line) || vitestQueued.test(line)) return 'passed';
  if (/^ {3}Duration {2}/.test(line)) return 'summary';
  return coverageLine(line) ?? 'text';
}
