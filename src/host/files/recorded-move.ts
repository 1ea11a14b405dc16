import type { TreeSurvey } from '../../adapters/files/disk-files';
import { cancelled } from '../../adapters/files/refusals';
import { isAborted } from '../../core/base/is-aborted';
import type { PathState } from '../../core/contracts/file-changes';
import { fail, type Result, succeed } from '../../core/contracts/result';
import type { ChangeOptions, MovedPath } from '../../core/ports/files';
import { type Destination, findDestination, textAt, replacedTextOf } from './destination';
import type { UndoableDeps } from './parts';
import { statesAfter, runOnRecord } from './recorded-change';
import { maxRecordedEntries } from './recorded-tree';
import { hasUnsavedChanges } from './refusals';
import { renameWithEditors } from './rename-with-editors';

interface Move {
  readonly source: TreeSurvey;
  readonly to: Destination;
}

/** Moves or renames an entry, on record; editors of what is open follow it (003 `move_path`). */
export async function moveUndoable(
  parts: UndoableDeps,
  paths: { readonly source: string; readonly destination: string },
  options: ChangeOptions,
): Promise<Result<MovedPath>> {
  const { disk, documents, recorder, show } = parts;
  const { signal } = options;
  const purpose = 'move';
  const survey = { purpose, maxEntries: maxRecordedEntries, signal } as const;
  const source = await disk.survey(paths.source, survey);
  if (!source.ok) return source;
  const { real: from, kind } = source.value;
  const dirty = (await documents.below(from)).find(({ isDirty }) => isDirty);
  if (dirty !== undefined) return fail(hasUnsavedChanges(show(dirty.real)));
  const found = await findDestination(parts, paths.destination, signal);
  if (!found.ok) return found;
  const { real: to, replaced } = found.value;
  const replacedText = await replacedTextOf(parts, found.value);
  const change = await recorder.beginMove(options.by, { from, to, replaced });
  const moved = await runOnRecord(
    change,
    { signal, shown: show(from) },
    () => moveWithEditors(parts, { source: source.value, to: found.value }, signal),
    async (done) => (done === undefined ? undefined : statesAfter([{ path: to }], disk)),
  );
  if (!moved.ok) return moved;
  const content = kind === 'file' ? await textAt(parts, to) : { stamp: undefined, text: undefined };
  return succeed({ from, to, kind, replacedText, ...content, notes: moved.value.notes });
}

/** By VS Code only where an editor has to follow: nothing else is told of it then. */
async function moveWithEditors(
  parts: UndoableDeps,
  { source, to }: Move,
  signal: AbortSignal,
): Promise<Result<void>> {
  const { disk, documents, show } = parts;
  const isOpen = (await documents.below(source.real)).length > 0;
  if (isOpen && mayReplace(source, to.replaced)) {
    if (isAborted(signal)) return fail(cancelled(show(source.real)));
    const ends = { from: source.real, to: to.real };
    if (await renameWithEditors(parts, ends)) return succeed(undefined);
  }
  const moved = await disk.move(source.real, to.real, { signal });
  return moved.ok ? succeed(undefined) : moved;
}

/** Anything else is refused by the disk, which says why. */
function mayReplace(source: TreeSurvey, replaced: PathState): boolean {
  if (replaced.kind === 'absent') return true;
  return source.kind === 'file' && replaced.kind === 'file';
}
