import type { CallSubject } from '../contracts/call';
import type { CallPath, CallPaths } from '../contracts/call-paths';
import type { Files } from '../ports/files';
import type { Workspace } from '../ports/workspace';

export interface PathParts {
  readonly files: Files;
  readonly workspace: Workspace;
}

/** Resolves the paths of a call once, for all gates and for the person (DESIGN section 6). */
export async function resolvePaths(subject: CallSubject, parts: PathParts): Promise<CallPaths> {
  const roots = parts.workspace.roots();
  const cwd = subject.command === undefined ? undefined : (subject.cwd ?? roots[0]);
  const [reads, writes, place] = await Promise.all([
    Promise.all(subject.reads.map((path) => resolveOne(path, parts))),
    Promise.all(subject.writes.map((path) => resolveOne(path, parts))),
    cwd === undefined ? undefined : resolveOne(cwd, parts),
  ]);
  return { reads, writes, cwd: place, roots };
}

async function resolveOne(given: string, { files }: PathParts): Promise<CallPath> {
  return { given, place: await files.resolve(given) };
}
