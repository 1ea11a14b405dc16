import { isPreserved, mayBePreserved } from './preserved-lines';
import type { LinePolicy } from './strategy';
import { isDiagnostic } from './telling-lines';

/**
 * Asked by every strategy before it leaves a line out. Most texts have no preserved line at all, so
 * a whole piece of output is looked at once, and then none of its lines.
 */
export interface ChunkLinePolicy extends LinePolicy {
  /** What is pushed next are lines of this text. */
  setChunk(piece: string): void;
  /** The line that is pushed next; undefined when it is of no piece that was looked at. */
  setLine(line: string | undefined): void;
}

export function createChunkLinePolicy(): ChunkLinePolicy {
  let piece = '';
  let mayBe: boolean | undefined;
  let pushed: string | undefined;
  return {
    setChunk: (text) => {
      piece = text;
      mayBe = undefined;
      pushed = undefined;
    },
    setLine: (line) => {
      pushed = line;
    },
    isPreserved: (line) => {
      // Lines that a strategy held or has put together are of no known piece.
      if (line !== pushed) return isPreserved(line);
      mayBe ??= mayBePreserved(piece);
      return mayBe && isPreserved(line);
    },
    isDiagnostic: isDiagnostic,
  };
}

/** For lines that come alone. */
export const linePolicy: LinePolicy = { isPreserved, isDiagnostic: isDiagnostic };
