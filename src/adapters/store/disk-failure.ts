import { failure, type Failure } from '../../core/contracts/failure';
import { fail, type Result } from '../../core/contracts/result';

/** `ENOSPC` and the like; undefined for errors that do not come from the system. */
export function errorCodeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Says what happened to a file, without its path. `task` as in "write the audit entry". */
export function diskFailure(task: string, error: unknown): Failure {
  const code = errorCodeOf(error);
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return failure('execution', `Could not ${task}: the disk is full.`, {
        suggestion: 'Stop and ask the user to free disk space, then try again.',
      });
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return failure('execution', `Could not ${task}: the storage folder cannot be written to.`, {
        suggestion:
          'Stop and ask the user to make the storage folder of the extension writable, then try again.',
      });
    default:
      return failure('execution', `Could not ${task}: the storage failed (${code ?? 'error'}).`, {
        suggestion: 'Stop and ask the user to check the disk and the log of the extension.',
      });
  }
}

export interface Attempt {
  /** "write the audit entry". */
  readonly task: string;
  readonly log: (line: string) => void;
}

/** Turns what `work` throws into a failure; the details go to the log. */
export async function attempt<T>(
  { task, log }: Attempt,
  work: () => Promise<Result<T>>,
): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    const failed = diskFailure(task, error);
    log(`${failed.message} ${error instanceof Error ? error.message : String(error)}`);
    return fail(failed);
  }
}
