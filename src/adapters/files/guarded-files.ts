import type { Failure } from '../../core/contracts/failure';
import { fail, type Result } from '../../core/contracts/result';
import type { Files, ResolvedPath } from '../../core/ports/files';
import { errnoFailure } from './errno-failure';
import { listFolder } from './list-folder';
import { createPathGuard, type PathGuardDeps } from './path-guard';
import { readRegularFile } from './regular-file';
import { writeFileSafely } from './write-file';

export interface GuardedFilesDeps extends PathGuardDeps {
  /** For the log a person reads; gets paths and codes, never contents. */
  readonly log: (line: string) => void;
}

export interface GuardedFiles extends Files {
  /** True for a canonical path inside a root that deny and allow lists let through. */
  mayRead(real: string): boolean;
}

/**
 * Files of the workspace behind the effect guard: whoever calls, a path outside the roots or on
 * the deny list is refused by its canonical real path (000 Per-Path File Read Sandbox; 003
 * FileExecutor). A relative path is meant from the first root.
 */
export function createGuardedFiles(deps: GuardedFilesDeps): GuardedFiles {
  const guard = createPathGuard(deps);

  /** Resolves, acts on the real path only, and maps what the file system refuses. */
  const onReal = async <T>(
    path: string,
    act: (resolved: ResolvedPath, shown: string) => Promise<Result<T>>,
  ): Promise<Result<T>> => {
    const resolved = await guard.resolve(path);
    if (!resolved.ok) return resolved;
    const shown = guard.show(resolved.value.asked);
    try {
      return await act(resolved.value, shown);
    } catch (error) {
      const failed = errnoFailure(error, shown);
      deps.log(logLine(failed));
      return fail(failed);
    }
  };

  return {
    resolve: (path) => guard.resolve(path),
    mayRead: (real) => guard.mayRead(real),
    read: (path, options) =>
      onReal(path, async ({ real }, shown) => {
        const file = await readRegularFile(real, shown, options);
        return file.ok ? { ok: true, value: { bytes: file.value.bytes, real } } : file;
      }),
    write: (path, text, options) =>
      onReal(path, (resolved, shown) => writeFileSafely({ resolved, shown }, text, options)),
    list: (path, { signal }) =>
      onReal(path, ({ real }) => listFolder(real, (entry) => guard.mayRead(entry), signal)),
  };
}

function logLine(failed: Failure): string {
  return `files: ${failed.category}: ${failed.message}`;
}
