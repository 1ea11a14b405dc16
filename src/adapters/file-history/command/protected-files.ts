import { joined, say, sequence, type Sentence } from '../../../core/base/sentence';
import { isInside } from '../../../core/base/paths';
import { redactSentence } from '../../../core/base/redact-sentence';
import type { ChangeOrigin, PathState } from '../../../core/contracts/file-changes';
import { findProtected } from '../../../core/contracts/policy/find-protected';
import type { ProtectedFiles, ProtectedWatch, UserEdits } from '../../../core/ports/snapshots';
import type { Workspace } from '../../../core/ports/workspace';
import { maxStampedBytes, stampOf } from '../../files/scan-file';
import { ifMissing } from '../../system/errno';
import type { Disk, DiskEntry } from '../../system/disk';
import { readWhole } from '../../system/whole-file';
import type { ChangeLog } from '../change-log';
import type { ProtectedList } from './protected-list';
import { absent, isSameImage, stateOnly } from '../history/file-steps';

export interface ProtectedFilesDeps {
  /** Records the changes and undoes them. */
  readonly changes: ChangeLog;
  readonly workspace: Workspace;
  readonly edits: UserEdits;
  readonly list: ProtectedList;
  /** Shows the user what a command has changed after its call was answered. */
  readonly warn: (text: Sentence) => void;
}

/** Larger files are compared but not kept. */
const maxKeptBytes = 1024 * 1024;
const maxNamed = 8;

const notUndone = say`Of these, Undo restores only what is in the open folders.`;

type Seen = Map<string, PathState>;

interface Comparison {
  readonly patterns: readonly string[];
  /** What the user or another call changed meanwhile. */
  readonly others: readonly string[];
}

/** Sees what commands change of the protected files of the workspace (decision protected-files). */
export class WatchedProtectedFiles implements ProtectedFiles {
  /** By path: what was last read, and of which state. Most files are the same before each command. */
  private known = new Map<string, { readonly state: string; readonly seen: PathState }>();
  private readonly running = new Set<Seen>();

  constructor(private readonly deps: ProtectedFilesDeps) {}

  async watch(by: ChangeOrigin, patterns: readonly string[]): Promise<ProtectedWatch> {
    const { changes, edits, list, warn } = this.deps;
    const touched = changes.touched.watch();
    const mark = edits.mark();
    const before = await this.statesOf(await list.read(patterns));
    this.running.add(before);
    const look = async (): Promise<readonly Sentence[]> => {
      try {
        const others = [...edits.since(mark), ...touched.paths];
        return await this.compare(by, before, { patterns, others });
      } catch (error) {
        changes.deps.problems.report(error);
        return [say`The protected files could not be compared after this command.`];
      }
    };
    const end = async ({ late }: { readonly late: boolean }): Promise<readonly Sentence[]> => {
      const found = await look();
      touched.stop();
      this.running.delete(before);
      const [first, ...others] = found;
      if (late && first !== undefined) warn(sequence([first, ...others]));
      return found;
    };
    return { look, end };
  }

  private async compare(
    by: ChangeOrigin,
    before: Seen,
    { patterns, others }: Comparison,
  ): Promise<readonly Sentence[]> {
    const { changes, list } = this.deps;
    const files = await list.read(patterns);
    const after = await this.statesOf(new Set([...files, ...before.keys()]));
    const differing = [...after].filter(([file, is]) => {
      const isOthers = others.some((other) => isInside(other, file, this.style()));
      return !isOthers && !isSameImage(stateOnly(before.get(file) ?? absent), stateOnly(is));
    });
    const changed = differing.map(([file, is]) => {
      return { path: file, before: before.get(file) ?? absent, after: is };
    });
    // A change is that of the command that is looked at first.
    for (const running of this.running) {
      for (const [file, is] of differing) running.set(file, is);
    }
    const inside = changed.filter(({ path: file }) => this.isInWorkspace(file));
    const recorded = await Promise.all(inside.map(({ path: file }) => changes.sides(by, file)));
    const places = inside.filter((_, at) => recorded[at]?.ok !== true);
    const made = places.map(({ path: file, after: is }) => ({ path: file, after: stateOnly(is) }));
    const notes = places.length === 0 ? [] : await changes.made(by, { places, after: made });
    const outside = inside.length < changed.length ? [notUndone] : [];
    const shown = this.describe(changed, patterns);
    return [...(shown === undefined ? [] : [shown, ...outside]), ...notes, ...list.takeNotes()];
  }

  private isInWorkspace(file: string): boolean {
    const { workspace } = this.deps;
    return workspace.roots().some((root) => isInside(root, file, this.style()));
  }

  private describe(
    changed: readonly {
      readonly path: string;
      readonly before: PathState;
      readonly after: PathState;
    }[],
    patterns: readonly string[],
  ): Sentence | undefined {
    const find = findProtected(patterns);
    const named = changed.slice(0, maxNamed).map(({ path: file, before, after }) => {
      const shown = this.deps.changes.deps.show(file);
      const why = find({ path: shown, from: 0 }) ?? say`${shown} is protected`;
      const what =
        before.kind === 'absent'
          ? say`created ${shown}, which`
          : after.kind === 'absent'
            ? say`deleted ${shown}, which`
            : say`changed ${shown}, which`;
      // The reason names what protects the file; here it is about the file itself.
      return redactSentence({ ...why, values: [what] });
    });
    const [first, ...others] = named;
    if (first === undefined) return undefined;
    const more = changed.length - named.length;
    const list = more > 0 ? [...others, say`and ${more} more`] : others;
    return say`This command changed protected files: ${joined([first, ...list])}.`;
  }

  private async statesOf(files: ReadonlySet<string>): Promise<Seen> {
    const seen: Seen = new Map();
    const known = new Map<string, { readonly state: string; readonly seen: PathState }>();
    await Promise.all(
      [...files].map(async (file) => {
        const read = await this.read(file);
        if (read !== undefined) known.set(file, read);
        seen.set(file, read?.seen ?? absent);
      }),
    );
    this.known = known;
    return seen;
  }

  private async read(file: string) {
    const { disk } = this.deps.changes.deps.shared;
    const entry = await disk.entry(file);
    if (entry === undefined) return undefined;
    const known = this.known.get(file);
    if (known?.state === entry.state) return known;
    return { state: entry.state, seen: await stateOf(disk, file, entry) };
  }

  private style() {
    const { workspace } = this.deps;
    return { separator: workspace.separator(), caseSensitive: workspace.caseSensitive() };
  }
}

async function stateOf(disk: Disk, file: string, entry: DiskEntry): Promise<PathState> {
  const { kind, size, mode } = entry;
  if (kind === 'link') return { kind, target: await disk.linkTarget(file) };
  if (kind === 'folder') return { kind, mode };
  if (kind !== 'file') return { kind };
  const bytes =
    size <= maxKeptBytes ? await readWhole(disk, file).catch(ifMissing(undefined)) : undefined;
  if (bytes !== undefined) return { kind, stamp: stampOf(bytes), size: bytes.length, mode, bytes };
  const stamp = size <= maxStampedBytes ? await disk.stamp(file) : entry.state;
  return { kind, stamp, size, mode };
}
