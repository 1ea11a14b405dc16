import { coverageLine } from './coverage-table';
import { NameSet } from './name-set';
import {
  indentOf,
  isBlank,
  type LineKind,
  type ReportLine,
  type TestFormat,
  type TestReader,
} from './test-format';

const jestFile = /^(PASS|FAIL) +(?:\S+ )?\S+\.\w+/;
const jestCount = /^(?:Test Suites|Tests|Snapshots|Time): +\S|^Ran all test suites/;
const jestVerdict = /^ +([✓✔√✕×○✎]) \S/;

/** jest, also with --verbose. */
export const jest: TestFormat = {
  recognizes: (line) =>
    jestFile.test(line) || /^(?:Test Suites|Tests): +(?:\d+ \w+, )*\d+ total$/.test(line),
  opens: (line) => /^[>$] (?:\S+ )*?(?:\S*\/)?jest(?: |$)/.test(line),
  start: () => new JestReader(),
};

/** Kind of the lines after a file's line. */
type JestScope = 'none' | 'passed' | 'failed' | 'block' | 'console' | 'repeated';

class JestReader implements TestReader {
  private readonly seen = new NameSet();
  private scope: JestScope = 'none';
  private isPassed = false;
  private file = '';
  /** Below `Summary of all failing tests`, which repeats everything. */
  private isAgain = false;

  read(line: string, report: ReportLine): void {
    if (line.startsWith('  ● ')) this.readFailure(line, report);
    else if (line.startsWith(' ') || isBlank(line)) this.readInside(line, report);
    else if (jestFile.test(line)) this.readFile(line, report);
    else this.readOutside(line, report);
  }

  private readFile(line: string, report: ReportLine): void {
    this.isPassed = line.startsWith('PASS');
    this.scope = this.isPassed ? 'passed' : 'failed';
    this.file = line.replace(/ \(\d[\d.]* m?s\)$/, '');
    const isRepeated = !this.seen.isNew(this.file) && this.isAgain;
    if (this.isPassed) report('place', line, 0);
    else report(isRepeated ? 'passed' : 'failed', line, 0);
  }

  private readFailure(line: string, report: ReportLine): void {
    if (line === '  ● Console') {
      this.scope = 'console';
      report(this.isPassed ? 'passed' : 'text', line);
      return;
    }
    const isNew = this.seen.isNew(`${this.file}\n${line}`);
    this.scope = this.isAgain && !isNew ? 'repeated' : 'block';
    report(this.scope === 'block' ? 'failure' : 'passed', line);
  }

  private readInside(line: string, report: ReportLine): void {
    const coverage = this.scope === 'block' ? undefined : coverageLine(line);
    const kind = coverage ?? kindIn(this.scope, line, this.isPassed);
    report(kind, line, kind === 'place' ? indentOf(line) : undefined);
    if (this.scope === 'passed' && isBlank(line)) this.scope = 'none';
  }

  private readOutside(line: string, report: ReportLine): void {
    const isCount = jestCount.test(line);
    this.scope = 'none';
    this.isAgain = line === 'Summary of all failing tests' || (this.isAgain && !isCount);
    if (isCount) report('summary', line);
    else report(coverageLine(line) ?? (isChatter(line) ? 'passed' : 'text'), line, 0);
  }
}

function isChatter(line: string): boolean {
  return /^(?:RUNS |Determining test suites to run|Summary of all failing tests$)/.test(line);
}

function kindIn(scope: JestScope, line: string, isPassed: boolean): LineKind {
  switch (scope) {
    case 'passed':
      // Output of the next file, where jest does not hold it back.
      return /^ {2}console\.\w+$/.test(line) ? 'text' : 'passed';
    case 'failed':
      return verdictKind(line);
    case 'block':
      return 'detail';
    case 'console':
      return isPassed && !isBlank(line) ? 'printed' : 'text';
    case 'repeated':
      return 'passed';
    case 'none':
      return 'text';
  }
}

function verdictKind(line: string): LineKind {
  const sign = jestVerdict.exec(line)?.[1];
  if (sign === '✕' || sign === '×') return 'failed';
  if (sign !== undefined) return 'passed';
  return isBlank(line) ? 'text' : 'place';
}

const vitestBanner = /^ (?:RUN|DEV|RERUN) +v\d/;
const vitestFile = /^ [✓❯×↓] .*\(\d+(?: tests?)?(?: \||\))/;
const vitestVerdict = /^ +([✓✔❯×✗↓✖→]) \S/;
const vitestCount = /^ +(?:Test Files|Tests|Snapshots|Type Errors|Errors) {2}\S/;
const vitestHeading = /^⎯+ (.+?) ⎯+$/;
const vitestRule = /^⎯+(?:\[\d+\/\d+\]⎯*)?$/;
/** A file still in the queue, as shown in a terminal. */
const vitestQueued = /^ · \S+ \(\d+\)$/;
/** Messages about the run, without results. */
const vitestChatter = /^ {3,}(?:Start at|Coverage enabled with) {1,2}\S/;

/** The `default` and the `verbose` reporter of vitest. */
export const vitest: TestFormat = {
  recognizes: (line) =>
    line.startsWith(' ') && (vitestFile.test(line) || vitestCount.test(line) || isNamedTest(line)),
  opens: (line) => vitestBanner.test(line) || /^[>$] (?:\S+ )*?(?:\S*\/)?vitest(?: |$)/.test(line),
  start: () => {
    /** Below a heading that announces failed tests. */
    let isInFailures = false;
    return {
      read: (line, report) => {
        const title = line.startsWith('⎯') ? vitestHeading.exec(line)?.[1] : undefined;
        if (title !== undefined) {
          isInFailures = /^Failed (?:Tests|Suites) /.test(title);
          report(isInFailures ? 'place' : 'text', line);
        } else if (vitestCount.test(line)) {
          isInFailures = false;
          report('summary', line);
        } else if (isInFailures) {
          if (/^ FAIL {2}\S/.test(line)) report('failure', line);
          else report(vitestRule.test(line) ? 'passed' : 'detail', line);
        } else if (vitestVerdict.test(line)) readVitestVerdict(line, report);
        else report(vitestKind(line), line);
      },
    };
  },
};

function isNamedTest(line: string): boolean {
  return /^ [✓×] \S+ > .+/.test(line);
}

function readVitestVerdict(
  line: string,
  report: (kind: LineKind, line: string, level?: number) => void,
): void {
  const sign = vitestVerdict.exec(line)?.[1];
  if (sign === '✓' || sign === '✔' || sign === '↓') report('passed', line);
  else if (sign === '❯' && !vitestFile.test(line)) report('text', line);
  else if (sign === '❯') report('place', line, 1);
  else report('failed', line);
}

function vitestKind(line: string): LineKind {
  // With the banner a text that stays is known as of this runner, also a second time.
  if (vitestBanner.test(line)) return 'place';
  if (vitestRule.test(line) || vitestChatter.test(line) || vitestQueued.test(line)) return 'passed';
  if (/^ {3}Duration {2}/.test(line)) return 'summary';
  return coverageLine(line) ?? 'text';
}
