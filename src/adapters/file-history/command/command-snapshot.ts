import { say, type Sentence } from '../../../core/base/sentence';
import { saidOf } from '../../../core/contracts/failure';
import { isInside } from '../../../core/base/paths';
import type { PathState } from '../../../core/contracts/file-changes';
import type {
  Snapshot,
  SnapshotEnd,
  SnapshotRequest,
  UserEdits,
} from '../../../core/ports/snapshots';
import type { Disk } from '../../system/disk';
import { maxStampedBytes, stampOf } from '../../files/scan-file';
import { isMissing } from '../../system/errno';
import { readWhole } from '../../system/whole-file';
import type { ChangeLog } from '../change-log';
import type { TouchedPaths } from '../record/touched-paths';
import { absent, stateOnly } from '../history/file-steps';
import { unreadable, type PlaceBefore } from '../record/plan-copies';
import { detectChanges, type CommandChange, type CommandChanges } from './detect-changes';
import { scanTarget, type TreeNode, type TreeScan } from './scan-tree';
import type { SnapshotTarget } from './snapshot-targets';

/** The copies made before one command. */
export interface CommandCopies {
  readonly folder: string;
  readonly before: readonly { readonly target: SnapshotTarget; readonly entry: TreeNode }[];
  /** Milliseconds since the epoch at which the copying began. */
  readonly takenAt: number;
  /** Of the user's edits when the copying began. */
  readonly editMark: number;
}

/** A change with the state that the command left. */
interface EndedChange extends CommandChange {
  readonly end: PathState;
  /** Why it must not be restored. */
  readonly notKept?: Sentence;
}

export interface CommandSnapshotDeps {
  readonly by: SnapshotRequest['by'];
  readonly copies: CommandCopies;
  readonly changes: ChangeLog;
  /** Copies nothing and is never aborted. */
  readonly walk: TreeScan;
  readonly edits: UserEdits;
  /** What others changed with tools or Undo, from before the copying on. */
  readonly touched: ReturnType<TouchedPaths['watch']>;
  /** Call when the command has ended: whether another one ran on the same files meanwhile. */
  readonly leave: () => boolean;
  /** The reason as text for the user. */
  readonly reasonOf: (error: unknown) => Sentence;
}

/** The copies of one command (000-transaction-1), until its changes are on record. */
export class CommandSnapshot implements Snapshot {
  constructor(private readonly parts: CommandSnapshotDeps) {}

  async ended({ rollBack }: { readonly rollBack: boolean }): Promise<SnapshotEnd> {
    const { changes, copies, leave, reasonOf, touched } = this.parts;
    const hadOverlap = leave();
    try {
      const all = await this.readChanges();
      if (all.changes.length === 0 && all.uncovered.length === 0) return { state: 'unchanged' };
      const ends = await this.readEnds(all.changes);
      // Asked after the reading: a later edit differs from what was read, and no undo overwrites it.
      const { saved, byCalls } = await this.editsOf(all.changes);
      // What was saved meanwhile is not undone with the command, whoever changed it before.
      const others = [...saved, ...byCalls];
      const own = ends.filter(({ path }) => !others.some((file) => this.isIn(file, path)));
      const notes = [
        ...(await this.record(own)),
        ...this.listed(
          all.uncovered,
          (paths) => say`Undo does not cover what is not copied: ${paths}.`,
        ),
        ...this.listed(
          saved,
          (paths) => say`Undo does not cover what you changed meanwhile: ${paths}.`,
        ),
        ...this.listed(
          byCalls,
          (paths) => say`Undo does not cover what other calls changed meanwhile: ${paths}.`,
        ),
        ...(hadOverlap ? [overlapNote] : []),
      ];
      if (!rollBack || all.changes.length === 0) return { state: 'kept', notes };
      // The user may have gone on while the record was written.
      const edited = Object.values(await this.editsOf(all.changes)).flat();
      const message = this.whyWithheld(edited, hadOverlap);
      return message === undefined
        ? await this.rollBack(notes)
        : { state: 'withheld', message, notes };
    } catch (error) {
      const message = say`This call cannot be undone (${reasonOf(error)}).`;
      return { state: 'failed', message, isHard: false };
    } finally {
      touched.stop();
      await changes.removeFolder(copies.folder);
    }
  }

  private async readChanges(): Promise<CommandChanges> {
    const { copies, walk } = this.parts;
    const all: CommandChanges[] = [];
    for (const { target, entry } of copies.before) {
      const looked = { before: entry, after: await scanTarget(target, walk) };
      const options = { disk: walk.disk, takenAt: copies.takenAt };
      all.push(await detectChanges(target.path, looked, options));
    }
    return {
      changes: all.flatMap((each) => each.changes),
      uncovered: all.flatMap((each) => each.uncovered),
    };
  }

  /** As changes of the chat, like those of a tool; returns what cannot be undone. */
  private async record(found: readonly EndedChange[]): Promise<readonly Sentence[]> {
    if (found.length === 0) return [];
    const { by, changes, walk } = this.parts;
    const places = await statesBefore(found, walk.disk, changes.room());
    return changes.made(by, {
      places,
      after: found.map(({ path, end }) => ({ path, after: end })),
    });
  }

  /** As they are on disk: what an editor has not saved is not from the command. */
  private async readEnds(found: readonly CommandChange[]): Promise<readonly EndedChange[]> {
    const { changes, walk } = this.parts;
    const ends: EndedChange[] = [];
    for (const change of found) {
      ends.push({ ...change, ...(await endOf(change, walk.disk, changes)) });
    }
    return ends;
  }

  private listed(
    paths: readonly string[],
    note: (paths: Sentence | string) => Sentence,
  ): readonly Sentence[] {
    if (paths.length === 0) return [];
    const named = paths.slice(0, maxNamed).map(this.parts.walk.show).sort().join(', ');
    const more = paths.length - maxNamed;
    if (more <= 0) return [note(named)];
    return [
      note(
        more === 1
          ? say`${named} and 1 more path`
          : say`${named} and ${{ amount: more }} more paths`,
      ),
    ];
  }

  private whyWithheld(edited: readonly string[], hadOverlap: boolean): Sentence | undefined {
    if (edited.length > 0) {
      const shown = [...new Set(edited.map(this.parts.walk.show))].sort();
      return say`The command's changes were not undone, because these files were edited meanwhile: ${shown.join(', ')}. The user can undo them in the panel.`;
    }
    if (!hadOverlap) return undefined;
    return say`The command's changes were not undone, because another command ran on the same files meanwhile. The user can undo them in the panel.`;
  }

  /** What others than the command did to the changed files. */
  private async editsOf(changes: readonly CommandChange[]) {
    const { copies, edits, touched, walk } = this.parts;
    const among = (files: Iterable<string>): readonly string[] =>
      [...new Set(files)].filter((file) =>
        changes.some(({ path }) => this.isIn(path, file) || this.isIn(file, path)),
      );
    // The editor may know a file by a link; a missing file has no other path.
    const real = (files: readonly string[]) =>
      Promise.all(files.map((file) => walk.disk.realPath(file).catch(() => file)));
    const byCalls = among(touched.paths);
    const saved = among(await real(edits.since(copies.editMark)));
    return {
      // An editor saves what a call writes.
      saved: saved.filter((file) => !byCalls.includes(file)),
      unsaved: among(await real(edits.dirty())),
      byCalls,
    };
  }

  private isIn(folder: string, path: string): boolean {
    return isInside(folder, path, this.parts.walk.style);
  }

  private async rollBack(notes: readonly Sentence[]): Promise<SnapshotEnd> {
    const { by, changes, walk } = this.parts;
    const done = await changes.undoCall(by, new AbortController().signal);
    if (!done.ok) {
      const { isPartial = false } = done.failure;
      return { state: 'failed', message: saidOf(done.failure), isHard: isPartial };
    }
    const shown = (paths: readonly string[]): readonly string[] => paths.map(walk.show).sort();
    const report = { restored: shown(done.value.restored), removed: shown(done.value.removed) };
    return { state: 'rolled-back', report, notes };
  }
}

const maxNamed = 8;
const overlapNote = say`Another command ran on the same files at the same time: Undo also undoes what that one changed.`;

/** With the contents that the limit of the chat's copies leaves room for. */
async function statesBefore(
  found: readonly EndedChange[],
  disk: Disk,
  room: number,
): Promise<readonly PlaceBefore[]> {
  const places: PlaceBefore[] = [];
  let left = room;
  for (const { path, before, madeFolders, notKept } of found) {
    const lost = notKept !== undefined && { notKept };
    if (before.kind !== 'file') {
      const isNew = before.kind === 'absent' && madeFolders > 0;
      const state = isNew ? { ...before, missingFolders: madeFolders } : before;
      places.push({ path, before: state, ...lost });
      continue;
    }
    const { copy, size, mode } = before;
    const fits = notKept === undefined && copy !== undefined && size <= left;
    const bytes = fits ? await readWhole(disk, copy) : undefined;
    left -= bytes?.length ?? 0;
    const state: PathState =
      bytes === undefined
        ? { kind: 'file', stamp: '', size, mode }
        : { kind: 'file', stamp: stampOf(bytes), size: bytes.length, mode, bytes };
    places.push({ path, before: state, ...lost });
  }
  return places;
}

async function endOf(
  { path, after }: CommandChange,
  disk: Disk,
  { deps: { places } }: ChangeLog,
): Promise<Pick<EndedChange, 'end' | 'notKept'>> {
  const end = stateOnly(after);
  if (end.kind !== 'file') return { end };
  const unread = { end, notKept: unreadable };
  try {
    if (end.size <= maxStampedBytes) return { end: { ...end, stamp: await disk.stamp(path) } };
    const large = await places.image(path, { signal: new AbortController().signal });
    return large.ok ? { end: large.value } : unread;
  } catch (error) {
    return isMissing(error) ? { end: absent } : unread;
  }
}
