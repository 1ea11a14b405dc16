import type { StrategyOf } from '../../contracts/filter-rule';
import type { CompileStrategy, EmitLine, LinePolicy } from '../lines/line-strategy';
import { Elision } from '../lines/elision';
import { LineQueue } from '../lines/head-tail-buffer';

/**
 * Keeps the first and the last lines of an output of more than `max_lines`, and lines about a
 * failure between them (003-strategy-2).
 */
export const truncate: CompileStrategy<StrategyOf<'truncate'>> =
  ({ max_lines: most, head, tail }, judge) =>
  () => {
    const cut = createLineCut({ maxLines: most, head, tail }, judge);
    return {
      push: (line, give) => {
        cut.push(line, give);
      },
      end: (_exitCode, give) => (cut.end(give) ? 'partial' : 'fallback'),
    };
  };

/** Characters held back until it is known whether their lines are kept. */
const maxHeldChars = 256 * 1024;

export interface CutLimits {
  /** More lines than this are cut. */
  readonly maxLines: number;
  readonly head: number;
  readonly tail: number;
}

/**
 * Cuts an output by number: its first and last lines stay, and between them those that report a
 * failure. What is held is bounded in characters too, so very long lines are cut earlier.
 */
export function createLineCut(limits: CutLimits, judge: LinePolicy) {
  const room = Math.max(0, limits.maxLines - limits.head);
  const held = new LineQueue();
  const gap = new Elision();
  let headLeft = limits.head;
  let isOver = false;
  let isCut = false;
  const leave = (line: string, give: EmitLine): void => {
    if (!judge.isDiagnostic(line) && !judge.isPreserved(line)) {
      gap.omit(line);
      return;
    }
    isCut = gap.close(give) || isCut;
    give(line);
  };
  return {
    push: (line: string, give: EmitLine): void => {
      if (headLeft > 0) {
        headLeft -= 1;
        give(line);
        return;
      }
      held.push(line);
      isOver ||= held.lines() > room || held.chars() > maxHeldChars;
      if (!isOver) return;
      while (held.lines() > limits.tail || held.chars() > maxHeldChars) leave(held.shift(), give);
    },
    /** True when lines are gone. */
    end: (give: EmitLine): boolean => {
      isCut = gap.close(give) || isCut;
      while (held.lines() > 0) give(held.shift());
      return isCut;
    },
  };
}
