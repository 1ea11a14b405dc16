import type { CallSubject } from '../contracts/call';
import type { PipelineDeps } from './deps';

/** The paths of a call as the file system knows them. */
export interface RealPaths {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly all: readonly string[];
  /** Where a command would run; undefined for a call that runs none. */
  readonly cwd: string | undefined;
  /** The open folders. */
  readonly roots: readonly string[];
}

/** Resolves the paths of a call for show; a path that is refused is shown as given. */
export async function realPaths(subject: CallSubject, parts: PathParts): Promise<RealPaths> {
  const resolveOne = async (path: string): Promise<string> => {
    const resolved = await parts.files.resolve(path);
    return resolved.ok ? resolved.value.real : path;
  };
  const roots = parts.workspace.roots();
  const cwd = subject.command === undefined ? undefined : (subject.cwd ?? roots[0]);
  const [reads, writes, realCwd] = await Promise.all([
    Promise.all(subject.reads.map(resolveOne)),
    Promise.all(subject.writes.map(resolveOne)),
    cwd === undefined ? undefined : resolveOne(cwd),
  ]);
  return { reads, writes, all: [...new Set([...reads, ...writes])], cwd: realCwd, roots };
}

type PathParts = Pick<PipelineDeps, 'files' | 'workspace'>;
