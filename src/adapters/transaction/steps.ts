import type { TreeNode } from './entry';
import type { DiskEntry } from './transaction-disk';

/** One thing that a rollback does to a place. */
export type RollbackStep =
  /** A file over a file, in one rename. */
  | (StepPaths & { readonly kind: 'replace'; readonly before: TreeNode; readonly now: DiskEntry })
  /** Where nothing stands, or nothing any more. */
  | (StepPaths & { readonly kind: 'put'; readonly before: TreeNode })
  /** Takes away what stands there. */
  | (StepPaths & { readonly kind: 'aside'; readonly now: TreeNode })
  | (StepPaths & { readonly kind: 'rights'; readonly before: DiskEntry; readonly now: DiskEntry });

interface StepPaths {
  readonly path: string;
  /** Absolute paths that are as before the command once this step is done. */
  readonly restores: readonly string[];
  /** Absolute paths that are gone once this step is done. */
  readonly removes: readonly string[];
}
