import type { ChangeLimits } from './change-limits';
import type { DiskAccess } from './disk';
import type { TargetGuard } from './target-guard';

/** What the operations on guarded files are made of. */
export interface GuardedFilesContext {
  readonly disk: DiskAccess;
  readonly limits: ChangeLimits;
  readonly targets: TargetGuard;
}
