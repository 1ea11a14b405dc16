import type { UserEdits, RollbackQuestion } from '../../../core/ports/snapshots';
import type { CommandChanges, CommandChange } from './detect-changes';
import { recheckChanges, planRollback, effectOf, type RollbackStep } from './plan-rollback';
import type { TreeScan } from './scan-tree';
import { isInside, type PathStyle } from '../../../core/base/paths';
import type { Disk } from '../../system/disk';

/** The effect of a rollback now, and the edits it would overwrite. */
export interface RollbackPreview {
  readonly steps: readonly RollbackStep[];
  readonly question: RollbackQuestion;
}

/** The user's edits from some time on. */
export interface EditsSince {
  /** Absolute paths that were saved, created, moved or deleted by the user since. */
  saved(): readonly string[];
  /** Absolute paths of files with changes that are not saved. */
  unsaved(): readonly string[];
}

export function editsFromNow(edits: UserEdits): EditsSince {
  const mark = edits.mark();
  return { saved: () => edits.since(mark), unsaved: () => edits.dirty() };
}

export interface PreviewContext {
  /** Since before the command. */
  readonly userEdits: EditsSince;
  readonly hadOverlap: boolean;
}

/** Checks the current state of everything that the command changed. */
export async function previewRollback(
  { changes }: CommandChanges,
  walk: TreeScan,
  { userEdits, hadOverlap }: PreviewContext,
): Promise<RollbackPreview> {
  const { disk, style, show } = walk;
  const looked = await recheckChanges(changes, walk);
  const steps = await planRollback(looked, disk);
  const work = await findUserEdits(changes, userEdits, { disk, style });
  const since = looked.flatMap(({ changedSince }) => changedSince);
  const shown = (paths: readonly string[]): readonly string[] => paths.map(show).sort();
  const effects = steps.map(effectOf);
  const question = {
    restores: shown(effects.flatMap(({ restores }) => restores)),
    removes: shown(effects.flatMap(({ removes }) => removes)),
    changedSince: shown([...new Set([...since, ...work.saved])]),
    unsaved: shown(work.unsaved),
    hadOverlap,
  };
  return { steps, question };
}

/** Why a rollback needs confirmation; undefined if it only undoes the command's own work. */
export function reasonToAsk(question: RollbackQuestion): string | undefined {
  const { changedSince, unsaved, hadOverlap } = question;
  const edited = [...new Set([...changedSince, ...unsaved])];
  if (edited.length > 0) return `these files were edited meanwhile: ${edited.join(', ')}`;
  return hadOverlap ? 'another command ran on the same files meanwhile' : undefined;
}

/** True if no more would be lost than listed in `asked`. */
export function isCovered(now: RollbackQuestion, asked: RollbackQuestion): boolean {
  const confirmed = new Set([...asked.changedSince, ...asked.unsaved]);
  const isConfirmed = [...now.changedSince, ...now.unsaved].every((file) => confirmed.has(file));
  return isConfirmed && (asked.hadOverlap || !now.hadOverlap);
}

export interface UserEditsFound {
  /** Files saved by the user since the command began. */
  readonly saved: readonly string[];
  /** Files with unsaved changes in an editor. */
  readonly unsaved: readonly string[];
}

/** The user's edits to files that a rollback would change. */
async function findUserEdits(
  changes: readonly CommandChange[],
  edits: EditsSince,
  { disk, style }: { readonly disk: Disk; readonly style: PathStyle },
): Promise<UserEditsFound> {
  const touched = async (files: readonly string[]): Promise<readonly string[]> => {
    const real = await Promise.all(files.map((file) => realOrSame(file, disk)));
    return [...new Set(real)].filter((file) =>
      changes.some(({ path }) => isInside(path, file, style) || isInside(file, path, style)),
    );
  };
  return { saved: await touched(edits.saved()), unsaved: await touched(edits.unsaved()) };
}

/** The editor may know a file by a link; a missing file has no other path. */
async function realOrSame(file: string, disk: Disk): Promise<string> {
  try {
    return await disk.realPath(file);
  } catch {
    // The file or its folder is missing: keep the known path.
    return file;
  }
}
