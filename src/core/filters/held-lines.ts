import { createGap, type Gap } from './gap';
import { createLineQueue } from './line-queue';
import type { GiveLine, LineJudge } from './strategy';

/** Characters of the begin, of the end, and of what tells of a failure between them. */
const heldUnits = 128 * 1024;

/** What came, kept for a strategy that can only tell at the end whether it knows the output. */
export interface HeldLines {
  push(line: string): void;
  /** Gives what was kept, in its order. True when all of it was: nothing is missing. */
  give(give: GiveLine): boolean;
}

/** Keeps the begin and the end, and between them what tells of a failure; the rest is counted. */
export function createHeldLines(judge: LineJudge): HeldLines {
  const head = createLineQueue();
  const tail = createLineQueue();
  const middle: string[] = [];
  let middleUnits = 0;
  let gap: Gap | undefined;
  const keep: GiveLine = (line) => {
    middle.push(line);
    middleUnits += line.length + 1;
  };
  const evict = (line: string): void => {
    gap ??= createGap();
    const isKept = middleUnits < heldUnits && (judge.isTelling(line) || judge.isPreserved(line));
    if (!isKept) {
      gap.leave(line);
      return;
    }
    gap.close(keep);
    keep(line);
  };
  return {
    push: (line) => {
      if (tail.lines() === 0 && head.units() < heldUnits) {
        head.push(line);
        return;
      }
      tail.push(line);
      while (tail.units() > heldUnits) evict(tail.shift());
    },
    give: (give) => {
      const isWhole = gap === undefined;
      gap?.close(keep);
      while (head.lines() > 0) give(head.shift());
      for (const line of middle) give(line);
      while (tail.lines() > 0) give(tail.shift());
      return isWhole;
    },
  };
}
