import type { Result } from '../failure';
import type { Sentence } from '../../base/sentence';
import type { CallSubject } from './call';

/** What the read lists say about a path (000-files-1; decision 61). */
export interface ReadLimit {
  readonly verdict: 'deny' | 'ask';
  /** Of a file (`sayOf`): "{0} holds a private key". */
  readonly why: Sentence;
}

export interface ResolvedPath {
  /** Absolute path as asked, normalized. */
  readonly asked: string;
  /** Canonical; for a missing file, below the real path of its nearest existing ancestor. */
  readonly real: string;
  readonly exists: boolean;
  /** The root that contains it, canonical. */
  readonly root: string;
  /** Why reading it asks (`sayOf`; decision 61); absent if it does not. */
  readonly asks?: Sentence;
}

export interface CallPath {
  /** As the arguments name it. */
  readonly given: string;
  /** Where it leads, or why tools may not go there. */
  readonly resolved: Result<ResolvedPath>;
}

/** A path that a command names, and where it leads; nothing was opened. */
export interface NamedPath {
  /** As the analysis of the command has it. */
  readonly given: string;
  readonly resolved: Result<LocatedPath>;
  /** What is below it, for a command that reads or copies all of it; undefined if not known in time. */
  readonly below?: PathsBelow | undefined;
}

export interface PathsBelow {
  /** All of them for a copy; else none. */
  readonly paths: readonly string[];
  /** Those that may not be read, or ask. */
  readonly limited: readonly LimitedPath[];
}

export interface LimitedPath extends ReadLimit {
  readonly path: string;
}

export interface LocatedPath {
  readonly asked: string;
  readonly real: string;
  readonly exists: boolean;
  /** The root that contains it; undefined outside all of them. */
  readonly root: string | undefined;
  readonly limit?: ReadLimit;
}

/** The paths of a call as the file system knew them when the gates were asked. */
export interface CallPaths {
  readonly reads: readonly CallPath[];
  readonly writes: readonly CallPath[];
  /** Entries that are removed, moved away or replaced: of a link the link itself. */
  readonly removes: readonly CallPath[];
  /** Those that a foreign tool may read or write (003-mcp-2); absent for our own tools. */
  readonly mentioned?: readonly CallPath[];
  /** Everything in a folder that is removed, moved or copied, at its old and its new path. */
  readonly below: readonly CallPath[];
  /** False if the folder has too many entries to list. */
  readonly isBelowKnown: boolean;
  /** Where a command would run; undefined for a call without one. */
  readonly cwd: CallPath | undefined;
  /** The paths a command names, each once. */
  readonly named: readonly NamedPath[];
  /** By `globKey`, the names that a glob stands for, from its folder on; absent if not known. */
  readonly globs?: ReadonlyMap<string, readonly string[]>;
  /** The open folders, canonical. */
  readonly roots: readonly string[];
}

/** Names a glob in a folder, as a command gives both. */
export function globKey(folder: string, glob: string): string {
  return `${folder}\0${glob}`;
}

/** The path of a name that a glob stands for. */
export function globbedPath(folder: string, name: string): string {
  if (folder === '.') return name;
  return folder.endsWith('/') ? folder + name : `${folder}/${name}`;
}

/** Canonical form for rules, records and users; a refused path stays as given. */
export function realOrGiven(path: CallPath): string {
  return path.resolved.ok ? path.resolved.value.real : path.given;
}

/** Whether something is already where the call writes; a link there counts, wherever it leads. */
export function hasTarget(
  { takes }: Pick<CallSubject, 'takes'>,
  { writes, removes }: Pick<CallPaths, 'writes' | 'removes'>,
): boolean {
  const targets = [...writes, ...removes.filter(({ given }) => given === takes?.to)];
  return targets.some(({ resolved: place }) => !place.ok || place.value.exists);
}
