import { createGap } from './gap';
import { createLineQueue } from './line-queue';
import type { GiveLine, LineJudge } from './strategy';

/** Characters that are held until it is known whether their lines stay. */
const heldUnits = 256 * 1024;

export interface CutLimits {
  /** More lines than this are cut. */
  readonly most: number;
  readonly head: number;
  readonly tail: number;
}

export interface LineCut {
  push(line: string, give: GiveLine): void;
  /** True when lines are gone. */
  end(give: GiveLine): boolean;
}

/**
 * Cuts an output by number: its first and last lines stay, and between them those that tell of a
 * failure. What is held is bounded in characters too, so very long lines are cut earlier.
 */
export function createLineCut(limits: CutLimits, judge: LineJudge): LineCut {
  const room = Math.max(0, limits.most - limits.head);
  const held = createLineQueue();
  const gap = createGap();
  let headLeft = limits.head;
  let isOver = false;
  let isCut = false;
  const leave = (line: string, give: GiveLine): void => {
    if (!judge.isTelling(line) && !judge.isPreserved(line)) {
      gap.leave(line);
      return;
    }
    isCut = gap.close(give) || isCut;
    give(line);
  };
  return {
    push: (line, give) => {
      if (headLeft > 0) {
        headLeft -= 1;
        give(line);
        return;
      }
      held.push(line);
      isOver ||= held.lines() > room || held.units() > heldUnits;
      if (!isOver) return;
      while (held.lines() > limits.tail || held.units() > heldUnits) leave(held.shift(), give);
    },
    end: (give) => {
      isCut = gap.close(give) || isCut;
      while (held.lines() > 0) give(held.shift());
      return isCut;
    },
  };
}
