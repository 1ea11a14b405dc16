import type { Entry } from './entry';
import type { DiskEntry } from './transaction-disk';

/** One thing that a rollback does to a place. */
export type Step =
  /** A file over a file, in one rename. */
  | (StepPlace & { readonly kind: 'replace'; readonly before: Entry; readonly now: DiskEntry })
  /** Where nothing stands, or nothing any more. */
  | (StepPlace & { readonly kind: 'put'; readonly before: Entry })
  /** Takes away what stands there. */
  | (StepPlace & { readonly kind: 'aside'; readonly now: Entry })
  | (StepPlace & { readonly kind: 'rights'; readonly before: DiskEntry; readonly now: DiskEntry });

interface StepPlace {
  readonly path: string;
  /** Absolute paths that are as before the command once this step is done. */
  readonly restores: readonly string[];
  /** Absolute paths that are gone once this step is done. */
  readonly removes: readonly string[];
}
