import type { EmitLine, LinePolicy } from '../../lines/line-strategy';
import { DiffFile, type DiffDetail } from './diff-file';

/** Characters of headers and of text between files that are held back. */
const maxHeldChars = 1024 * 1024;

/** Diffs of files and the text between them, held back until the share of each file is known. */
export class DiffStore {
  private readonly room: DiffBudget;
  private held: (string | DiffFile)[] = [];
  private chars = 0;
  private readonly telling = { chars: 0 };

  constructor(
    maxLines: number,
    private readonly judge: LinePolicy,
  ) {
    this.room = new DiffBudget(maxLines);
  }

  /** A line outside of the diff of any file. */
  text(line: string, give: EmitLine): void {
    this.settle(give);
    if (this.held.length === 0) give(line);
    else this.hold(line, line);
  }

  beginFile(heading: string, give: EmitLine): DiffFile {
    this.settle(give);
    const file = new DiffFile(heading, this.judge, this.telling);
    this.hold(file, heading);
    this.room.add(file);
    return file;
  }

  /** Call it after each line of a file. */
  check(): void {
    this.room.check();
  }

  end(isFailure: boolean, give: EmitLine): DiffLoss {
    this.give(isFailure, give);
    return this.room.loss;
  }

  private hold(item: string | DiffFile, text: string): void {
    this.held.push(item);
    this.chars += text.length + 1;
  }

  /** If there is too much to hold, the exit code is not awaited. */
  private settle(give: EmitLine): void {
    if (this.chars > maxHeldChars) this.give(true, give);
  }

  private give(isFailure: boolean, give: EmitLine): void {
    this.room.fit(isFailure);
    for (const item of this.held) {
      if (typeof item === 'string') give(item);
      else item.give(isFailure, give);
    }
    this.room.leave();
    this.held = [];
    this.chars = 0;
  }
}

/** Lines over the limit at which files are cut, so that not every line causes a cut. */
const slack = 250;
/** Attempts to make room for the lines that a cut must keep. */
const maxTries = 8;

/** Most important kind of removed content. */
type DiffLoss = 'nothing' | 'context' | 'changes';

/** The space that files share: context is removed first, then what exceeds each file's share. */
class DiffBudget {
  private files: DiffFile[] = [];
  /** Those with lines that can be cut, and the last: with countless files few, as all are cut to none. */
  private cuttable: DiffFile[] = [];
  private lost: DiffLoss = 'nothing';
  /** The sum of all files except the last, which still grows. */
  private finished = { whole: 0, thin: 0 };

  constructor(private room: number) {}

  get loss(): DiffLoss {
    return this.lost;
  }

  add(file: DiffFile): void {
    this.finished = { whole: this.weight('whole'), thin: this.weight('thin') };
    if (this.lost !== 'nothing') file.thin();
    this.files.push(file);
    this.cuttable.push(file);
    // More files than lines: only their names and numbers are given.
    if (this.lost !== 'nothing' && this.files.length > this.room) this.room = 0;
  }

  /** Call it when the last file has grown. */
  check(): void {
    if (this.lost === 'nothing' && this.weight('whole') > this.room) this.thin();
    if (this.lost !== 'nothing' && this.weight('thin') > this.room + slack) {
      this.cut(this.share(this.room));
    }
  }

  /** Fits all files in. */
  fit(isFailure: boolean): void {
    if (this.lost === 'nothing' && this.weight('whole') <= this.room) return;
    this.thin();
    let spare = this.room;
    for (let tries = 0; tries < maxTries; tries += 1) {
      this.cut(this.share(spare));
      // Lines that must stay in a cut part take room from the rest.
      const over = this.keptWeight(isFailure) - this.room;
      if (over <= 0) return;
      spare = this.weight('thin') - over;
    }
  }

  /** The files are written; the space they used is no longer available. */
  leave(): void {
    const taken = this.lost === 'nothing' ? this.weight('whole') : this.keptWeight(true);
    this.room = Math.max(0, this.room - taken);
    this.files = [];
    this.cuttable = [];
    this.finished = { whole: 0, thin: 0 };
  }

  private weight(detail: DiffDetail): number {
    return this.finished[detail] + (this.files.at(-1)?.weight(detail) ?? 0);
  }

  private keptWeight(isFailure: boolean): number {
    return sumOf(this.files, (file) => file.pieces.keptWeight(isFailure));
  }

  private share(spare: number): number {
    const needs = this.cuttable.map((file) => file.weight('thin'));
    return fairShare(needs, spare);
  }

  private thin(): void {
    if (this.lost !== 'nothing') return;
    for (const file of this.files) file.thin();
    this.lost = 'context';
  }

  private cut(most: number): void {
    for (const file of this.cuttable) file.pieces.cut(most);
    if (this.cuttable.some((file) => file.pieces.isCut)) this.lost = 'changes';
    const last = this.files.at(-1);
    this.cuttable = this.cuttable.filter((file) => file === last || file.weight('thin') > 0);
    const all = sumOf(this.cuttable, (file) => file.weight('thin'));
    this.finished = { ...this.finished, thin: all - (last?.weight('thin') ?? 0) };
  }
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
