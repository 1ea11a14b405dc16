import type { Result } from '../failure';

/** A path as the file system knows it. */
export interface ResolvedPath {
  /** Absolute path as asked, normalized. */
  readonly asked: string;
  /** Canonical real path; for one that does not exist, below its nearest existing ancestor's. */
  readonly real: string;
  readonly exists: boolean;
  /** The root that holds it, canonical. */
  readonly root: string;
}

/** One path of a call, resolved once for all gates. */
export interface CallPath {
  /** As the arguments name it. */
  readonly given: string;
  /** Where it leads, or why no tool may go there. */
  readonly resolved: Result<ResolvedPath>;
}

/** A path that a command names, and where it leads; nothing was opened. */
export interface NamedPath {
  /** As the reading of the command has it. */
  readonly given: string;
  readonly resolved: Result<LocatedPath>;
}

/** Where a path leads, inside the workspace or out of it. */
export interface LocatedPath {
  readonly asked: string;
  readonly real: string;
  readonly exists: boolean;
  /** The root that holds it; undefined outside all of them. */
  readonly root: string | undefined;
  /** True when the deny and allow lists of the file settings forbid it (000-files-1). */
  readonly forbidden: boolean;
}

/** The paths of a call as the file system knew them when the gates were asked. */
export interface CallPaths {
  readonly reads: readonly CallPath[];
  readonly writes: readonly CallPath[];
  /** Entries that are removed, moved away or replaced: of a link the link itself. */
  readonly removes: readonly CallPath[];
  /** What is in a folder that goes or is copied, where it is and where it will be. */
  readonly below: readonly CallPath[];
  /** False when there is more of it than could be looked at. */
  readonly isBelowKnown: boolean;
  /** Where a command would run; undefined for a call that runs none. */
  readonly cwd: CallPath | undefined;
  /** What a command names, each once. */
  readonly named: readonly NamedPath[];
  /** The open folders, canonical. */
  readonly roots: readonly string[];
}

/** Canonical form for rules, records and people; a path that is refused stays as given. */
export function realOrGiven(path: CallPath): string {
  return path.resolved.ok ? path.resolved.value.real : path.given;
}
