import { failure, type Failure, fail, type Result } from '../../../core/contracts/failure';
import { errnoOf } from '../../system/errno';

/** Explains a file error without the path. Example for `task`: "write the audit entry". */
export function diskFailure(task: string, error: unknown): Failure {
  const code = errnoOf(error);
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return failure('execution', `Could not ${task}: the disk is full.`, {
        suggestion: 'Stop and ask the user to free disk space, then try again.',
      });
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return failure('execution', `Could not ${task}: the storage folder is not writable.`, {
        suggestion:
          "Stop and ask the user to make the extension's storage folder writable, then try again.",
      });
    default:
      return failure('execution', `Could not ${task}: the storage failed (${code || 'error'}).`, {
        suggestion: 'Stop and ask the user to check the disk and the extension log.',
      });
  }
}

export interface Attempt {
  /** Example: "write the audit entry". */
  readonly task: string;
  readonly log: (line: string) => void;
}

/** Turns exceptions into failures; logs the details. */
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
