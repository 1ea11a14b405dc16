import type { EmitLine, LinePolicy } from '../../lines/line-strategy';
import { createDiffFile, type DiffFile, type DiffDetail } from './diff-file';

/** Characters of headers and of text between files that are held. */
const maxHeldChars = 1024 * 1024;

/** Diffs of files and the text between them, held until the share of each file is known. */
export interface DiffStore {
  /** A line outside of the diff of any file. */
  text(line: string, give: EmitLine): void;
  beginFile(heading: string, give: EmitLine): DiffFile;
  /** Call it after each line of a file. */
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

  /** If there is too much to hold, the exit code is not awaited. */
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

/** Lines over the limit at which files are cut: not for each of them. */
const slack = 250;
/** Times that room is sought for what must stay of what is cut. */
const maxTries = 8;

/** Most important kind of removed content. */
type DiffLoss = 'nothing' | 'context' | 'changes';

/** The room that files share: first the context goes, then what is over each file's share. */
export interface DiffBudget {
  add(file: DiffFile): void;
  /** Call it when the last file has grown. */
  check(): void;
  /** Fits all files in. */
  fit(isFailure: boolean): void;
  /** The files are given: what they took is gone for those that come. */
  leave(): void;
  loss(): DiffLoss;
}

function createDiffBudget(maxLines: number): DiffBudget {
  let files: DiffFile[] = [];
  /** Those with lines that can be cut, and the last: with countless files few, as all are cut to none. */
  let cuttable: DiffFile[] = [];
  let room = maxLines;
  let loss: DiffLoss = 'nothing';
  /** Sum for all files but the last, which grows. */
  let finished = { whole: 0, thin: 0 };

  const weight = (detail: DiffDetail): number =>
    finished[detail] + (files.at(-1)?.weight(detail) ?? 0);
  const share = (spare: number): number =>
    fairShare(
      cuttable.map((file) => file.weight('thin')),
      spare,
    );

  function thin(): void {
    if (loss !== 'nothing') return;
    for (const file of files) file.thin();
    loss = 'context';
  }

  function cut(most: number): void {
    for (const file of cuttable) file.pieces.cut(most);
    if (cuttable.some((file) => file.pieces.isCut())) loss = 'changes';
    const last = files.at(-1);
    cuttable = cuttable.filter((file) => file === last || file.weight('thin') > 0);
    const all = sumOf(cuttable, (file) => file.weight('thin'));
    finished = { ...finished, thin: all - (last?.weight('thin') ?? 0) };
  }

  return {
    add(file) {
      finished = { whole: weight('whole'), thin: weight('thin') };
      if (loss !== 'nothing') file.thin();
      files.push(file);
      cuttable.push(file);
      // More files than lines: only their names and numbers are given.
      if (loss !== 'nothing' && files.length > room) room = 0;
    },
    check() {
      if (loss === 'nothing' && weight('whole') > room) thin();
      if (loss !== 'nothing' && weight('thin') > room + slack) cut(share(room));
    },
    fit(isFailure) {
      if (loss === 'nothing' && weight('whole') <= room) return;
      thin();
      let spare = room;
      for (let tries = 0; tries < maxTries; tries += 1) {
        cut(share(spare));
        // Lines that must stay in a cut part take room from the rest.
        const over = sumOf(files, (file) => file.pieces.keptWeight(isFailure)) - room;
        if (over <= 0) return;
        spare = weight('thin') - over;
      }
    },
    leave() {
      const taken =
        loss === 'nothing' ? weight('whole') : sumOf(files, (file) => file.pieces.keptWeight(true));
      room = Math.max(0, room - taken);
      files = [];
      cuttable = [];
      finished = { whole: 0, thin: 0 };
    },
    loss: () => loss,
  };
}

function sumOf(files: readonly DiffFile[], weightOf: (file: DiffFile) => number): number {
  return files.reduce((sum, file) => sum + weightOf(file), 0);
}

/**
 * Room for each of several, so that all together have at most `room` and none that needs less
 * than others is cut before them. Infinity when there is enough for all.
 */
function fairShare(needs: readonly number[], room: number): number {
  let left = Math.max(0, room);
  let unmet = needs;
  while (unmet.length > 0) {
    const share = Math.floor(left / unmet.length);
    const over = unmet.filter((need) => need > share);
    if (over.length === unmet.length) return share;
    for (const need of unmet) if (need <= share) left -= need;
    unmet = over;
  }
  return Infinity;
}
