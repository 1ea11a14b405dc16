import path from 'node:path';
import { isInside } from '../../../core/base/paths';
import { redactText } from '../../../core/base/redact/redact';
import type { ChangeOrigin, PathState } from '../../../core/contracts/file-changes';
import { findProtected } from '../../../core/contracts/policy/find-protected';
import { shippedProtectedFiles } from '../../../core/contracts/policy/protected-files';
import type { ProtectedFiles, ProtectedWatch, UserEdits } from '../../../core/ports/snapshots';
import type { Workspace } from '../../../core/ports/workspace';
import { maxStampedBytes, stampOf } from '../../files/scan-file';
import { ifMissing } from '../../system/errno';
import type { Ripgrep } from '../../search/ripgrep';
import type { Disk, DiskEntry } from '../../system/disk';
import { readWhole } from '../../system/whole-file';
import type { ChangeLog } from '../change-log';
import { absent, isSameImage, stateOnly } from '../history/file-steps';

export interface ProtectedFilesDeps {
  /** Records the changes and undoes them. */
  readonly changes: ChangeLog;
  readonly workspace: Workspace;
  readonly edits: UserEdits;
  readonly ripgrep: Pick<Ripgrep, 'list'>;
  /** Shows the user what a command has changed after its call was answered. */
  readonly warn: (text: string) => void;
}

/** More are not compared: such a folder is no workspace but a home. */
const maxFiles = 5000;
/** Larger files are compared but not kept. */
const maxKeptBytes = 1024 * 1024;
const maxNamed = 8;

type Seen = Map<string, PathState>;

/** Sees what commands change of the protected files of the workspace (decision protected-files). */
export class WatchedProtectedFiles implements ProtectedFiles {
  /** By path: what was last read, and of which state. Most files are the same before each command. */
  private known = new Map<string, { readonly state: string; readonly seen: PathState }>();
  private readonly running = new Set<Seen>();

  constructor(private readonly deps: ProtectedFilesDeps) {}

  async watch(by: ChangeOrigin, patterns: readonly string[]): Promise<ProtectedWatch> {
    const { changes, edits, warn } = this.deps;
    const touched = changes.touched.watch();
    const mark = edits.mark();
    const before = await this.survey(patterns);
    if (before !== undefined) this.running.add(before);
    const look = async (): Promise<readonly string[]> => {
      if (before === undefined) return [];
      try {
        const others = [...edits.since(mark), ...touched.paths];
        return await this.compare(by, before, { patterns, others });
      } catch (error) {
        changes.deps.problems.report(error);
        return ['The protected files could not be compared after this command.'];
      }
    };
    const end = async ({ late }: { readonly late: boolean }): Promise<readonly string[]> => {
      const found = await look();
      touched.stop();
      if (before !== undefined) this.running.delete(before);
      if (late && found.length > 0) warn(found.join(' '));
      return found;
    };
    return { look, end };
  }

  private async compare(
    by: ChangeOrigin,
    before: Seen,
    {
      patterns,
      others,
    }: { readonly patterns: readonly string[]; readonly others: readonly string[] },
  ): Promise<readonly string[]> {
    const after = await this.survey(patterns);
    if (after === undefined) return [];
    const { changes } = this.deps;
    const changed = [...new Set([...before.keys(), ...after.keys()])].flatMap((file) => {
      const [was, is] = [before.get(file) ?? absent, after.get(file) ?? absent];
      const isOthers = others.some((other) => isInside(file, other, this.style()));
      return isSameImage(stateOnly(was), stateOnly(is)) || isOthers
        ? []
        : [{ path: file, before: was, after: is }];
    });
    // A change is that of the command that is looked at first.
    for (const running of this.running) {
      for (const one of changed) put(running, one.path, one.after);
    }
    const recorded = await Promise.all(changed.map(({ path: file }) => changes.sides(by, file)));
    const places = changed.filter((_, at) => recorded[at]?.ok !== true);
    const made = places.map(({ path: file, after: is }) => ({ path: file, after: stateOnly(is) }));
    const notes = places.length === 0 ? [] : await changes.made(by, { places, after: made });
    return changed.length === 0 ? [] : [this.describe(changed, patterns), ...notes];
  }

  private describe(
    changed: readonly {
      readonly path: string;
      readonly before: PathState;
      readonly after: PathState;
    }[],
    patterns: readonly string[],
  ): string {
    const find = findProtected(patterns);
    const named = changed.slice(0, maxNamed).map(({ path: file, before, after }) => {
      const verb =
        before.kind === 'absent' ? 'created' : after.kind === 'absent' ? 'deleted' : 'changed';
      const shown = this.deps.changes.deps.show(file);
      const why = find({ path: shown, from: 0 })?.why ?? 'is protected';
      return `${verb} ${redactText(shown).text}, which ${why}`;
    });
    const more = changed.length - named.length;
    const rest = more > 0 ? `; and ${String(more)} more` : '';
    return `This command changed protected files: ${named.join('; ')}${rest}.`;
  }

  /** The states of all protected files; undefined if there are too many to know them all. */
  private async survey(patterns: readonly string[]): Promise<Seen | undefined> {
    const { workspace, ripgrep } = this.deps;
    const found = new Set<string>();
    const add = (file: string): void => {
      if (isObeyed(file)) found.add(file);
    };
    const { signal } = new AbortController();
    for (const folder of workspace.roots()) {
      const job = { folder, globs: globsOf(patterns), signal };
      const [listed, links] = await Promise.all([
        ripgrep.list(job, add),
        this.linksIn(folder, patterns),
      ]);
      if (!listed.ok) return undefined;
      links.forEach(add);
    }
    if (found.size > maxFiles) return undefined;
    const seen: Seen = new Map();
    const known = new Map<string, { readonly state: string; readonly seen: PathState }>();
    await Promise.all(
      [...found].map(async (file) => {
        const read = await this.read(file);
        if (read === undefined) return;
        known.set(file, read);
        seen.set(file, read.seen);
      }),
    );
    this.known = known;
    return seen;
  }

  /** The list has no links, which may bring a whole folder. */
  private async linksIn(root: string, patterns: readonly string[]): Promise<readonly string[]> {
    const { disk } = this.deps.changes.deps.shared;
    const fixed = [...shippedProtectedFiles.map(({ pattern }) => pattern), ...patterns]
      .filter((pattern) => !pattern.includes('*'))
      .flatMap((pattern) => [pattern.split('/')[0] ?? pattern, pattern]);
    const links = await Promise.all(
      [...new Set(fixed)].map(async (name) => {
        const file = path.join(root, name);
        const entry = await disk.entry(file).catch(ifMissing(undefined));
        return entry?.kind === 'link' ? [file] : [];
      }),
    );
    return links.flat();
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

function put(seen: Seen, file: string, state: PathState): void {
  if (state.kind === 'absent') seen.delete(file);
  else seen.set(file, state);
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

function globsOf(patterns: readonly string[]): readonly string[] {
  const all = [...shippedProtectedFiles.map(({ pattern }) => pattern), ...patterns];
  return [
    ...all
      .map((pattern) => pattern.replace(/^(?:\*\*\/)+|(?:\/\*{1,2})+$/g, ''))
      .flatMap((name) => [`**/${name}`, `**/${name}/**`]),
    // Programs obey nothing in there, and git changes the rest of its folder all the time.
    '!**/node_modules',
    '!**/.git/**/{objects,logs,refs,lfs,rr-cache}',
  ];
}

/** Of git's own folder only what names programs. */
function isObeyed(file: string): boolean {
  const inGit = /[\\/]\.git[\\/](.*)$/i.exec(file)?.[1];
  return (
    inGit === undefined || /(?:^|[\\/])(?:hooks[\\/]|config(?:\.worktree)?$|info[\\/])/i.test(inGit)
  );
}
