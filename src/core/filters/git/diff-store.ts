import type { EmitLine, LinePolicy } from '../strategy';
import { createDiffFile, type DiffFile } from './diff-file';
import { createDiffBudget, type DiffLoss } from './diff-room';

/** Characters of headers and of text between files that are held. */
const maxHeldChars = 1024 * 1024;

/** Diffs of files and the text between them, held until the share of each file is known. */
export interface DiffStore {
  /** A line outside of the diff of any file. */
  text(line: string, give: EmitLine): void;
  beginFile(heading: string, give: EmitLine): DiffFile;
  /** To be called after each line of a file. */
  check(): void;
  end(isFailure: boolean, give: EmitLine): DiffLoss;
}

export function createDiffStore(maxLines: number, judge: LinePolicy): DiffStore {
  const room = createDiffBudget(maxLines);
  let held: (string | DiffFile)[] = [];
  let chars = 0;
  const telling = { chars: 0 };

  function hold(item: string | DiffFile, text: string): void {
    held.push(item);
    chars += text.length + 1;
  }

  function give(isFailure: boolean, on: EmitLine): void {
    room.fit(isFailure);
    for (const item of held) {
      if (typeof item === 'string') on(item);
      else item.give(isFailure, on);
    }
    room.leave();
    held = [];
    chars = 0;
  }

  /** Where there is too much to hold, nobody waits for the exit code. */
  function settle(on: EmitLine): void {
    if (chars > maxHeldChars) give(true, on);
  }

  return {
    text(line, on) {
      settle(on);
      if (held.length === 0) on(line);
      else hold(line, line);
    },
    beginFile(heading, on) {
      settle(on);
      const file = createDiffFile(heading, judge, telling);
      hold(file, heading);
      room.add(file);
      return file;
    },
    check: () => {
      room.check();
    },
    end(isFailure, on) {
      give(isFailure, on);
      return room.loss();
    },
  };
}
