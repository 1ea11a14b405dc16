import { isPreserved, mayBePreserved } from './preserved-lines';
import type { LineJudge } from './strategy';
import { isTelling } from './telling-lines';

/**
 * Asked by every strategy before it leaves a line out. Most texts have no preserved line at all, so
 * a whole piece of output is looked at once, and then none of its lines.
 */
export interface PieceJudge extends LineJudge {
  /** What is pushed next are lines of this text. */
  look(piece: string): void;
  /** The line that is pushed next; undefined when it is of no piece that was looked at. */
  push(line: string | undefined): void;
}

export function createLineJudge(): PieceJudge {
  let piece = '';
  let mayBe: boolean | undefined;
  let pushed: string | undefined;
  return {
    look: (text) => {
      piece = text;
      mayBe = undefined;
      pushed = undefined;
    },
    push: (line) => {
      pushed = line;
    },
    isPreserved: (line) => {
      // Lines that a strategy held or has put together are of no known piece.
      if (line !== pushed) return isPreserved(line);
      mayBe ??= mayBePreserved(piece);
      return mayBe && isPreserved(line);
    },
    isTelling,
  };
}

/** For lines that come alone. */
export const lineJudge: LineJudge = { isPreserved, isTelling };
