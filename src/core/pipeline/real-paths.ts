import type { CallSubject } from '../contracts/call';
import type { Files } from '../ports/files';

/** The paths of a call as the file system knows them. */
export interface RealPaths {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly all: readonly string[];
}

/** Resolves the paths of a call for show; a path that is refused is shown as given. */
export async function realPaths(subject: CallSubject, files: Files): Promise<RealPaths> {
  const resolveAll = (paths: readonly string[]) =>
    Promise.all(
      paths.map(async (path) => {
        const resolved = await files.resolve(path);
        return resolved.ok ? resolved.value.real : path;
      }),
    );
  const [reads, writes] = await Promise.all([
    resolveAll(subject.reads),
    resolveAll(subject.writes),
  ]);
  return { reads, writes, all: [...new Set([...reads, ...writes])] };
}
