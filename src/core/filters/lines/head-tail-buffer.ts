import { Elision } from './elision';
import type { EmitLine, LinePolicy } from './line-strategy';

/** Characters of the start, of the end, and of lines about a failure between them. */
const maxHeldChars = 128 * 1024;

/**
 * Input kept for a strategy that can only recognize an output at its end: the start, the end, and
 * lines about a failure between them; the rest is counted.
 */
export class HeadTailBuffer {
  private readonly head = new LineQueue();
  private readonly tail = new LineQueue();
  private readonly middle: string[] = [];
  private middleUnits = 0;
  private gap: Elision | undefined;

  constructor(private readonly judge: LinePolicy) {}

  push(line: string): void {
    const { head, tail } = this;
    if (tail.lines() === 0 && head.chars() < maxHeldChars) {
      head.push(line);
      return;
    }
    tail.push(line);
    while (tail.chars() > maxHeldChars) this.evict(tail.shift());
  }

  /** Returns what was kept, in order. True when nothing is missing. */
  flush(give: EmitLine): boolean {
    this.gap?.close(this.keep);
    while (this.head.lines() > 0) give(this.head.shift());
    for (const line of this.middle) give(line);
    while (this.tail.lines() > 0) give(this.tail.shift());
    return this.gap === undefined;
  }

  private evict(line: string): void {
    const { judge } = this;
    this.gap ??= new Elision();
    if (
      this.middleUnits >= maxHeldChars ||
      !(judge.isDiagnostic(line) || judge.isPreserved(line))
    ) {
      this.gap.omit(line);
      return;
    }
    this.gap.close(this.keep);
    this.keep(line);
  }

  private readonly keep: EmitLine = (line) => {
    this.middle.push(line);
    this.middleUnits += line.length + 1;
  };
}

/** Taken lines are removed from the array in batches, which is cheaper than one by one. */
const compactAfter = 1024;

/** Pending lines, the oldest first. */
export class LineQueue {
  private waiting: string[] = [];
  private first = 0;
  private units = 0;

  push(line: string): void {
    this.waiting.push(line);
    this.units += line.length + 1;
  }

  /** The oldest; empty when none is left. */
  shift(): string {
    const line = this.waiting[this.first];
    if (line === undefined) return '';
    this.first += 1;
    this.units -= line.length + 1;
    if (this.first === compactAfter) {
      this.waiting = this.waiting.slice(this.first);
      this.first = 0;
    }
    return line;
  }

  lines(): number {
    return this.waiting.length - this.first;
  }

  /** Characters of all lines, with their endings. */
  chars(): number {
    return this.units;
  }
}
