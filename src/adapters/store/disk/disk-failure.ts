import { type Sentence, say } from '../../../core/base/sentence';
import { failure, type Failure, fail, type Result } from '../../../core/contracts/failure';
import { errnoOf } from '../../system/errno';

/** Explains a file error without the path. Example for `task`: "Could not write the audit entry". */
export function diskFailure(task: Sentence, error: unknown): Failure {
  const code = errnoOf(error);
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return failure('execution', say`${task}: the disk is full.`, {
        suggestion: say`Stop and ask the user to free disk space, then try again.`,
      });
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return failure('execution', say`${task}: the storage folder is not writable.`, {
        suggestion: say`Stop and ask the user to make the extension's storage folder writable, then try again.`,
      });
    default:
      return failure('execution', say`${task}: the storage failed (${code || 'error'}).`, {
        suggestion: say`Stop and ask the user to check the disk and the extension log.`,
      });
  }
}

export interface Attempt {
  /** Example: "Could not write the audit entry". */
  readonly task: Sentence;
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
