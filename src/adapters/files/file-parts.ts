import type { ChangeLimits } from './change-limits';
import type { Disk } from './disk';
import type { TargetGuard } from './target-guard';

/** What the operations on guarded files are made of. */
export interface FileParts {
  readonly disk: Disk;
  readonly limits: ChangeLimits;
  readonly targets: TargetGuard;
}
