import type { Failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';
import type { ResolvedPath } from '../../core/contracts/call-paths';
import type { Files } from '../../core/ports/files';
import { errnoFailure } from './errno-failure';
import { listFolder } from './list-folder';
import { createPathGuard, type PathGuardDeps } from './path-guard';
import { readRegularFile, stampOf, stampRegularFile } from './regular-file';
import { writeFileSafely } from './write-file';

export interface GuardedFilesDeps extends PathGuardDeps {
  /** For the log a person reads; gets paths and codes, never contents. */
  readonly log: (line: string) => void;
}

export interface GuardedFiles extends Files {
  /** True for a canonical path inside a root that deny and allow lists let through. */
  mayRead(real: string): boolean;
}

/** Far more than a tool replaces; bounds what one call may cost. */
const maxStampedBytes = 100 * 1024 * 1024;

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
    locate: (path) => guard.locate(path),
    mayRead: (real) => guard.mayRead(real),
    read: (path, options) =>
      onReal(path, async ({ real }, shown) => {
        const file = await readRegularFile(real, shown, options);
        if (!file.ok) return file;
        const { bytes } = file.value;
        return succeed({ bytes, real, stamp: stampOf(bytes) });
      }),
    write: (path, text, options) =>
      onReal(path, (resolved, shown) => writeFileSafely({ resolved, shown }, text, options)),
    stamp: (path, { signal }) =>
      onReal(path, ({ real }, shown) =>
        stampRegularFile(real, shown, { maxBytes: maxStampedBytes, signal }),
      ),
    list: (path, { signal }) =>
      onReal(path, ({ real }) => listFolder(real, (entry) => guard.mayRead(entry), signal)),
  };
}

function logLine(failed: Failure): string {
  return `files: ${failed.category}: ${failed.message}`;
}
