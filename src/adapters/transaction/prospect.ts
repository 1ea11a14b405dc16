import type { UserEdits, RollbackQuestion } from '../../core/ports/snapshots';
import type { CommandChanges } from './changes';
import { recheckChanges } from './look-again';
import { findUserEdits } from './person-work';
import { planRollback } from './plan-rollback';
import type { RollbackStep } from './steps';
import type { TreeScan } from './walk';

/** What a rollback would do now, and whose work it would cost. */
export interface RollbackPreview {
  readonly steps: readonly RollbackStep[];
  readonly question: RollbackQuestion;
}

export interface PreviewContext {
  readonly edits: UserEdits;
  /** Of `edits`, from before the command. */
  readonly mark: number;
  readonly besideAnother: boolean;
}

/** Looks at everything that the command changed, as it is now. */
export async function previewRollback(
  { changes }: CommandChanges,
  walk: TreeScan,
  { edits, mark, besideAnother }: PreviewContext,
): Promise<RollbackPreview> {
  const { disk, style, show } = walk;
  const looked = await recheckChanges(changes, walk);
  const steps = await planRollback(looked, disk);
  const work = await findUserEdits(changes, edits, { mark, disk, style });
  const since = looked.flatMap(({ changedSince }) => changedSince);
  const shown = (paths: readonly string[]): readonly string[] => paths.map(show).sort();
  const question = {
    restores: shown(steps.flatMap(({ restores }) => restores)),
    removes: shown(steps.flatMap(({ removes }) => removes)),
    changedSince: shown([...new Set([...since, ...work.saved])]),
    unsaved: shown(work.unsaved),
    besideAnother,
  };
  return { steps, question };
}

/** Why nothing is rolled back unasked; undefined when only the command's own work is undone. */
export function reasonToAsk(question: RollbackQuestion): string | undefined {
  const { changedSince, unsaved, besideAnother } = question;
  const edited = [...new Set([...changedSince, ...unsaved])];
  if (edited.length > 0) return `these files were edited meanwhile: ${edited.join(', ')}`;
  return besideAnother ? 'another command ran on the same files meanwhile' : undefined;
}

/** True when nothing more would be lost than what `asked` had listed. */
export function isCovered(now: RollbackQuestion, asked: RollbackQuestion): boolean {
  const told = new Set([...asked.changedSince, ...asked.unsaved]);
  const isTold = [...now.changedSince, ...now.unsaved].every((file) => told.has(file));
  return isTold && (asked.besideAnother || !now.besideAnother);
}
