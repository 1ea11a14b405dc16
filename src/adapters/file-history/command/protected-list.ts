import path from 'node:path';
import { inEnglish, say, unique, type Sentence } from '../../../core/base/sentence';
import type { Workspace } from '../../../core/ports/workspace';
import { findProtected } from '../../../core/contracts/policy/find-protected';
import { shippedProtectedFiles } from '../../../core/contracts/policy/protected-files';
import type { Ripgrep } from '../../search/ripgrep';
import type { Disk, DiskEntry } from '../../system/disk';
import { readWhole } from '../../system/whole-file';

export interface ProtectedListDeps {
  readonly disk: Disk;
  readonly workspace: Pick<Workspace, 'roots'>;
  readonly ripgrep: Pick<Ripgrep, 'list'>;
}

/** More are not listed: such a folder is no workspace but a home. */
const maxFiles = 5000;

/**
 * The paths of all protected files, listed by ripgrep before and after each command: file events come
 * too late to tell what a command did.
 */
export class ProtectedList {
  private readonly reported = new Set<string>();
  private unreported: readonly Sentence[] = [];

  constructor(private readonly deps: ProtectedListDeps) {}

  async read(patterns: readonly string[]): Promise<ReadonlySet<string>> {
    const roots = this.deps.workspace.roots();
    const all = await Promise.all(roots.map((root) => this.below(root, patterns)));
    this.unreported = unique([...this.unreported, ...all.flatMap(({ note }) => note ?? [])]);
    return new Set(all.flatMap((each) => each.files));
  }

  /** What the lists left out, once for each reason. */
  takeNotes(): readonly Sentence[] {
    const notes = this.unreported.filter((note) => !this.reported.has(inEnglish(note)));
    for (const note of notes) this.reported.add(inEnglish(note));
    this.unreported = [];
    return notes;
  }

  private async below(
    root: string,
    patterns: readonly string[],
  ): Promise<{ readonly files: readonly string[]; readonly note?: Sentence }> {
    const listed: string[] = [];
    const { signal } = new AbortController();
    const job = { folder: root, globs: globsOf(patterns), signal };
    const [ran, links, ofGit] = await Promise.all([
      this.deps.ripgrep.list(job, (file) => {
        if (listed.length <= maxFiles && isObeyed(file)) listed.push(file);
      }),
      this.linksIn(root, patterns),
      this.gitFilesOf(root),
    ]);
    const known = [...links, ...ofGit];
    if (ran.ok && listed.length <= maxFiles) return { files: [...listed, ...known] };
    const note = ran.ok
      ? say`Only the protected files of the top folder and of .git were compared, as there are more than ${maxFiles}.`
      : say`Only the protected files of the top folder and of .git were compared, as listing them took too long.`;
    return { files: [...(await this.topFiles(root, patterns)), ...known], note };
  }

  /** The list of ripgrep has no links, which may bring a whole folder. */
  private async linksIn(root: string, patterns: readonly string[]): Promise<readonly string[]> {
    const names = new Set((await this.names(root)).map((name) => name.toLowerCase()));
    const fixed = ['.git/hooks', '.git/config', '.git/info', ...patternsOf(patterns)]
      .filter((pattern) => !pattern.includes('*'))
      .map((pattern) => pattern.split('/'))
      .filter(([first = '']) => names.has(first.toLowerCase()))
      .flatMap((parts) => [parts.slice(0, 1), parts].map((each) => path.join(root, ...each)));
    const entries = [...new Set(fixed)].map(async (file) => {
      return (await this.entry(file))?.kind === 'link' ? [file] : [];
    });
    return (await Promise.all(entries)).flat();
  }

  /** Without a list of the whole tree: what the top folder has, and the folders in it. */
  private async topFiles(root: string, patterns: readonly string[]): Promise<readonly string[]> {
    const find = findProtected(patterns);
    const found: string[] = [];
    const firsts = new Set(patternsOf(patterns).map((pattern) => pattern.split('/')[0]));
    const waiting = (await this.names(root)).map((name) => path.join(root, name));
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      const inside = path.relative(root, file);
      const isProtected = firsts.has(inside) || find({ path: inside, from: 0 }) !== undefined;
      if (!isProtected || found.length >= maxFiles || isLeftOut(file)) continue;
      const entry = await this.entry(file);
      if (entry?.kind !== 'folder') found.push(file);
      else for (const name of await this.names(file)) waiting.push(path.join(file, name));
    }
    return found.filter(isObeyed);
  }

  /** Of a repository whose folder is not in the root: a worktree, or the root is a part of it. */
  private async gitFilesOf(root: string): Promise<readonly string[]> {
    for (let at = root; ; at = path.dirname(at)) {
      const entry = await this.entry(path.join(at, '.git'));
      const folders = await this.gitFolders(at, entry, at !== root);
      if (entry !== undefined || path.dirname(at) === at) return this.filesOfGit(folders);
    }
  }

  private async gitFolders(
    at: string,
    entry: DiskEntry | undefined,
    isAbove: boolean,
  ): Promise<readonly string[]> {
    const place = path.join(at, '.git');
    if (entry?.kind === 'folder') return isAbove ? [place] : [];
    if (entry?.kind !== 'file') return [];
    const named = /^gitdir: (.+)/.exec(await this.textOf(place))?.[1]?.trim();
    if (named === undefined) return [];
    const folder = path.resolve(at, named);
    const common = (await this.textOf(path.join(folder, 'commondir'))).trim();
    return common === '' ? [folder] : [folder, path.resolve(folder, common)];
  }

  private async filesOfGit(folders: readonly string[]): Promise<readonly string[]> {
    const files = folders.map(async (folder) => {
      const inside = ['hooks', 'info'].map(async (name) =>
        (await this.names(path.join(folder, name))).map((each) => path.join(folder, name, each)),
      );
      const own = ['config', 'config.worktree', 'commondir'].map((name) => path.join(folder, name));
      return [...own, ...(await Promise.all(inside)).flat()];
    });
    return (await Promise.all(files)).flat();
  }

  private entry(file: string): Promise<DiskEntry | undefined> {
    return this.deps.disk.entry(file).catch(() => undefined);
  }

  private async names(folder: string): Promise<readonly string[]> {
    return this.deps.disk.names(folder).catch(() => []);
  }

  private async textOf(file: string): Promise<string> {
    const bytes = await readWhole(this.deps.disk, file).catch(() => undefined);
    return bytes === undefined ? '' : new TextDecoder().decode(bytes);
  }
}

function patternsOf(patterns: readonly string[]): readonly string[] {
  return [...shippedProtectedFiles.map(({ pattern }) => pattern), ...patterns];
}

function globsOf(patterns: readonly string[]): readonly string[] {
  return [
    ...patternsOf(patterns)
      .map((pattern) => pattern.replace(/^(?:\*\*\/)+|(?:\/\*{1,2})+$/g, ''))
      .flatMap((name) => [`**/${name}`, `**/${name}/**`]),
    // Programs obey nothing in there, and git changes the rest of its folder all the time.
    '!**/node_modules',
    '!**/.git/**/{objects,logs,refs,lfs,rr-cache}',
  ];
}

const leftOut = /[\\/](?:node_modules|\.git[\\/](?:objects|logs|refs|lfs))(?:[\\/]|$)/;

function isLeftOut(file: string): boolean {
  return leftOut.test(file);
}

/** Of git's own folder only what names programs. */
function isObeyed(file: string): boolean {
  const inGit = /[\\/]\.git[\\/](.*)$/i.exec(file)?.[1];
  return (
    inGit === undefined ||
    /(?:^|[\\/])(?:(?:hooks|info)(?:[\\/]|$)|config(?:\.worktree)?$|commondir$)/i.test(inGit)
  );
}
