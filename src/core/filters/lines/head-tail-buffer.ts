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
  const head = createLineQueue();
  const tail = createLineQueue();
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
export interface LineQueue {
  push(line: string): void;
  /** The oldest; empty when none is left. */
  shift(): string;
  lines(): number;
  /** Characters of all lines, with their endings. */
  chars(): number;
}

export function createLineQueue(): LineQueue {
  let waiting: string[] = [];
  let first = 0;
  let units = 0;
  return {
    push: (line) => {
      waiting.push(line);
      units += line.length + 1;
    },
    shift: () => {
      const line = waiting[first];
      if (line === undefined) return '';
      first += 1;
      units -= line.length + 1;
      if (first === compactAfter) {
        waiting = waiting.slice(first);
        first = 0;
      }
      return line;
    },
    lines: () => waiting.length - first,
    chars: () => units,
  };
}
