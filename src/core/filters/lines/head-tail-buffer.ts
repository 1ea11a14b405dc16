import { createElision, type Elision } from './elision';
import type { EmitLine, LinePolicy } from './line-strategy';

/** Characters of the start, of the end, and of lines about a failure between them. */
const maxHeldChars = 128 * 1024;

/** Input kept for a strategy that can only recognize an output at its end. */
export interface HeadTailBuffer {
  push(line: string): void;
  /** Returns what was kept, in order. True when nothing is missing. */
  flush(give: EmitLine): boolean;
}

/** Keeps the start, the end, and lines about a failure between them; the rest is counted. */
export function createHeadTailBuffer(judge: LinePolicy): HeadTailBuffer {
  const head = new LineQueue();
  const tail = new LineQueue();
  const middle: string[] = [];
  let middleUnits = 0;
  let gap: Elision | undefined;
  const keep: EmitLine = (line) => {
    middle.push(line);
    middleUnits += line.length + 1;
  };
  const evict = (line: string): void => {
    gap ??= createElision();
    const isKept =
      middleUnits < maxHeldChars && (judge.isDiagnostic(line) || judge.isPreserved(line));
    if (!isKept) {
      gap.omit(line);
      return;
    }
    gap.close(keep);
    keep(line);
  };
  return {
    push: (line) => {
      if (tail.lines() === 0 && head.chars() < maxHeldChars) {
        head.push(line);
        return;
      }
      tail.push(line);
      while (tail.chars() > maxHeldChars) evict(tail.shift());
    },
    flush: (give) => {
      const isWhole = gap === undefined;
      gap?.close(keep);
      while (head.lines() > 0) give(head.shift());
      for (const line of middle) give(line);
      while (tail.lines() > 0) give(tail.shift());
      return isWhole;
    },
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
