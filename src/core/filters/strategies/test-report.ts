import type { StrategyOf } from '../../contracts/filter-rule';
import { Elision, omittedBy, omittedMark } from '../lines/elision';
import type { EmitLine, LinePolicy } from '../lines/line-strategy';
import { locatesFailure } from '../lines/line-policy';
import { NameSet } from '../readers/test-runners/name-set';
import { isBlank, type LineKind, type ReportLine } from '../readers/test-runners/test-format';

type Limits = Pick<StrategyOf<'test_summary'>, 'max_failures' | 'truncate_stack_trace'>;

/** Up to this number, lines of passing tests stay; more of them are a log. */
const maxPrinted = 20;
/** Pending lines, until the runner reports the complete failure. */
const maxEarly = 200;

interface Heading {
  readonly line: string;
  readonly level: number;
  /** Held back with the output of a passing test. */
  isQueued: boolean;
  /** It was counted among the lines that are left out. */
  isCounted: boolean;
}

/** Passes on the lines of a test run that stay, in their order. */
export class TestReport {
  private readonly gap = new Elision();
  /** Lines of failures that were passed on. */
  private readonly shown = new NameSet();
  private headings: Heading[] = [];
  private early: string[] = [];
  private failures = 0;
  private isInBlock = false;
  /** Lines left out since the failures went beyond their limit. One mark for all: theirs would outgrow them. */
  private beyond = 0;
  private linesOfBlock = 0;
  /** Pending lines of passing tests: they stay only if few more follow. */
  private printed: string[] = [];
  private printedCount = 0;
  private isBlankDue = false;
  private isBegun = false;
  private isSummarized = false;
  private isTroubled = false;

  constructor(
    private readonly limits: Limits,
    private readonly judge: LinePolicy,
    private readonly give: EmitLine,
  ) {}

  /** The runner has printed its final numbers. */
  get hasSummary(): boolean {
    return this.isSummarized;
  }

  /** A failure was passed on, or text that may report one. */
  get hasTrouble(): boolean {
    return this.isTroubled;
  }

  readonly add: ReportLine = (kind, line, level = kind === 'place' ? 0 : undefined) => {
    if (level !== undefined && this.headings.length > 0) {
      this.headings = this.headings.filter((each) => each.level < level);
    }
    if (level !== undefined && kind === 'failed') this.isInBlock = false;
    if (line.startsWith('... (') && omittedBy(line) !== undefined) this.leave(line);
    else if (isBlank(line)) this.isBlankDue = true;
    else this.handlers[kind](line, level ?? 0);
  };

  end(): void {
    // The last line of an interrupted run shows where it was.
    this.keepPrinted();
    if (!this.isSummarized) this.keepHeadings();
    this.keepEarly();
    this.closeGap();
  }

  private readonly handlers: Readonly<Record<LineKind, (line: string, level: number) => void>> = {
    passed: (line) => {
      if (this.judge.isPreserved(line)) this.keep(line);
      else this.isBlankDue = false;
    },
    printed: (line) => {
      this.isInBlock = false;
      // A passing test may print why another one fails.
      if (this.judge.isPreserved(line) || locatesFailure(line)) this.keepText(line);
      else this.queue(line);
    },
    row: (line) => {
      this.isInBlock = false;
      if (this.judge.isPreserved(line)) this.keep(line);
      else this.leave(line);
    },
    place: (line, level) => {
      if (this.judge.isPreserved(line)) this.keepText(line);
      else this.headings.push({ line, level, isQueued: false, isCounted: false });
    },
    early: (line) => {
      this.early.push(line);
      if (this.early.length > maxEarly || this.judge.isPreserved(line)) this.keepEarly();
    },
    failed: (line) => {
      this.isTroubled = true;
      this.keepHeadings();
      this.keepInBlock(line);
    },
    failure: (line) => {
      this.open(line);
    },
    detail: (line) => {
      if (this.isInBlock) this.addDetail(line);
      else this.handlers.text(line, 0);
    },
    summary: (line) => {
      this.isInBlock = false;
      this.isSummarized = true;
      this.headings = [];
      this.keep(line);
    },
    text: (line) => {
      this.isTroubled = true;
      this.keepText(line);
    },
  };

  private keepText(line: string): void {
    this.isInBlock = false;
    this.keepHeadings();
    this.keepEarly();
    this.keep(line);
  }

  private open(line: string): void {
    this.keepPrinted();
    this.gap.close(this.give);
    this.keepHeadings();
    this.early = [];
    this.isTroubled = true;
    this.isInBlock = true;
    this.failures += 1;
    this.put(line);
    this.linesOfBlock = 1;
    this.shown.add(line.trim());
  }

  private addDetail(line: string): void {
    const text = line.trim();
    const isPreserved = this.judge.isPreserved(line);
    const isShown = this.shown.has(text);
    if (isShown && !isPreserved && isLibraryFrame(text)) {
      this.isBlankDue = false;
      return;
    }
    const isWithin = !this.isBeyond() && this.linesOfBlock < this.limits.truncate_stack_trace;
    if (!isWithin && !isPreserved && (isShown || !this.judge.isDiagnostic(line))) {
      this.leave(line);
      return;
    }
    this.shown.add(text);
    this.keepInBlock(line);
  }

  private isBeyond(): boolean {
    return this.isInBlock && this.failures > this.limits.max_failures;
  }

  private keepInBlock(line: string): void {
    if (this.isBeyond()) this.put(line);
    else this.keep(line);
  }

  private keepHeadings(): void {
    this.keepPrinted();
    const { headings: places } = this;
    this.headings = [];
    for (const { line } of places) this.keepInBlock(line);
  }

  private keepEarly(): void {
    const { early } = this;
    this.early = [];
    for (const line of early) this.keep(line);
  }

  private queue(line: string): void {
    this.isBlankDue = false;
    this.printedCount += 1;
    for (const place of this.headings) {
      if (!place.isQueued && !place.isCounted) this.printed.push(place.line);
      place.isQueued = true;
    }
    this.printed.push(line);
    if (this.printedCount <= maxPrinted) return;
    for (const each of this.printed) this.count(each);
    this.printed = [];
    for (const place of this.headings) {
      place.isQueued = false;
      place.isCounted = true;
    }
  }

  private keepPrinted(): void {
    if (this.printed.length === 0) return;
    const { printed } = this;
    this.printed = [];
    this.headings = this.headings.filter((place) => !place.isQueued);
    this.closeGap();
    for (const line of printed) this.put(line);
  }

  private keep(line: string): void {
    this.keepPrinted();
    this.closeGap();
    this.put(line);
  }

  private closeGap(): void {
    if (this.beyond > 0) this.gap.omit(omittedMark(this.beyond));
    this.beyond = 0;
    this.gap.close(this.give);
  }

  private leave(line: string): void {
    this.keepPrinted();
    this.isBlankDue = false;
    this.count(line);
  }

  private count(line: string): void {
    if (this.failures > this.limits.max_failures) this.beyond += omittedBy(line) ?? 1;
    else this.gap.omit(line);
  }

  /** A blank line stays between two lines that do. */
  private put(line: string): void {
    if (this.isBlankDue && this.isBegun) {
      this.linesOfBlock += 1;
      this.give('');
    }
    this.isBlankDue = false;
    this.isBegun = true;
    this.linesOfBlock += 1;
    this.give(line);
  }
}

/** Frames of JavaScript in packages and in Node.js itself, and of Rust's standard library. */
const frame =
  /^at .*(?:node_modules|\(?node:|\/rustc\/)|^\d+: (?:<fn\(|(?:__rustc|rust_begin_unwind|core|std|alloc|test)\b)/;

/** Stack frames in libraries and runtimes; a repeated one adds nothing. */
function isLibraryFrame(text: string): boolean {
  return /^(?:at |\d)/.test(text) && frame.test(text);
}
