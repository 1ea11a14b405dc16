import { coverageLine } from './coverage-table';
import { HeldOutput } from './held-output';
import {
  indentOf,
  isBlank,
  type ReportLine,
  type TestFormat,
  type TestReader,
} from './test-format';

const passing = /^ +[✓✔√] \S/;
const pending = /^ {2,}- \S/;
const failing = /^ {2,}\d+\) \S/;
const count = /^ {2}\d+ (?:passing \(|failing$|pending$)/;
/** ava counts in words of its own; its other lines are like these. */
const avaCount =
  /^ {2}\d+ (?:tests? (?:passed|failed|skipped|todo)|known failures?|uncaught exceptions?)$/;
const dots = /^ {2}[․.!,]+$/;

/**
 * The `spec` and `dot` reporters of mocha: a test prints before its verdict, and titles come above
 * it.
 */
export const mocha: TestFormat = {
  recognizes: (line) => line.startsWith('  ') && (count.test(line) || avaCount.test(line)),
  // The verdicts of node:test have their time in fractions; mocha has whole milliseconds.
  suggests: (line) =>
    line.startsWith('  ') &&
    (passing.test(line) || /^ {4,}\d+\) \S/.test(line)) &&
    !/\(\d+\.\d+ms\)$/.test(line),
  opens: (line) => /^[>$] (?:\S+ )*?(?:\S*\/)?(?:mocha|ava)(?: |$)/.test(line),
  start: () => new MochaReader(),
};

class MochaReader implements TestReader {
  private readonly held = new HeldOutput();
  private isCounted = false;
  /** The titles of a failure are on lines of their own, the last with a colon. */
  private isInTitle = false;
  private hasFailure = false;

  read(line: string, report: ReportLine): void {
    if (!line.startsWith(' ')) {
      // Verdicts and counts are always indented.
      if (this.isCounted) this.readAfter(line, report);
      else this.hold(line, report);
      return;
    }
    if (count.test(line) || avaCount.test(line)) {
      this.giveAll(report);
      this.isCounted = true;
      report('summary', line);
      return;
    }
    // A test printed the numbers: verdicts do not come behind them.
    if (this.isCounted && !this.hasFailure && /^ {4,}(?:[✓✔√]|\d+\)) \S/.test(line)) {
      this.isCounted = false;
    }
    if (this.isCounted) this.readAfter(line, report);
    else this.readVerdict(line, report);
  }

  end(report: ReportLine): void {
    this.giveAll(report);
  }

  private giveAll(report: ReportLine): void {
    for (const each of this.held.takeAll()) report('text', each);
  }

  private readVerdict(line: string, report: ReportLine): void {
    if (passing.test(line) || pending.test(line)) {
      this.resolve(indentOf(line), true, report);
      report('passed', line);
    } else if (failing.test(line)) {
      this.resolve(indentOf(line), false, report);
      report('early', line);
    } else if (dots.test(line)) {
      this.resolve(0, true, report);
      report(line.includes('!') ? 'early' : 'passed', line);
    } else this.hold(line, report);
  }

  private hold(line: string, report: ReportLine): void {
    if (this.held.hold('', line)) return;
    this.giveAll(report);
    report('text', line);
  }

  /** Lines before a verdict: the titles of its suites, and the output since the last verdict. */
  private resolve(indent: number, isPassed: boolean, report: ReportLine): void {
    const lines = this.held.takeAll();
    if (lines.length === 0) return;
    const titles = titlesAbove(lines, indent);
    lines.forEach((each, at) => {
      if (titles.has(at)) report('place', each, indentOf(each));
      else report(isPassed ? 'printed' : 'text', each);
    });
  }

  private readAfter(line: string, report: ReportLine): void {
    if (/^ {2}\d+\) \S/.test(line)) {
      this.hasFailure = true;
      this.isInTitle = !line.endsWith(':');
      report('failure', line);
    } else if (this.isInTitle && !isBlank(line)) {
      this.isInTitle = !line.endsWith(':');
      report('failed', line);
    } else {
      this.isInTitle = false;
      report(coverageLine(line) ?? (isOutside(line) ? 'text' : 'detail'), line);
    }
  }
}

/** Output of the program that started the tests. */
function isOutside(line: string): boolean {
  return /^(?:npm (?:error|ERR!)|error |info |ERROR: | ?ELIFECYCLE)/.test(line);
}

/** Indexes of the titles: each the last line above that is one step further left. */
function titlesAbove(lines: readonly string[], indent: number): ReadonlySet<number> {
  const found = new Set<number>();
  let wanted = indent - 2;
  for (let at = lines.length - 1; at >= 0 && wanted >= 2; at -= 1) {
    const line = lines[at] ?? '';
    if (isBlank(line) || indentOf(line) !== wanted) continue;
    found.add(at);
    wanted -= 2;
  }
  return found;
}
