import type { TreeSurvey } from '../../adapters/files/disk-files';
import { type Result, succeed } from '../../core/contracts/result';
import type { ChangeOptions, CopiedPath } from '../../core/ports/files';
import { findDestination, textAt, replacedTextOf } from './destination';
import type { UndoableDeps } from './parts';
import { makeUndoableChange } from './recorded-change';
import { maxRecordedEntries, copyDestinations, tooMany } from './recorded-tree';

/** Copies an entry; every file that it makes is on record (003 `copy_path`). */
export async function copyUndoable(
  parts: UndoableDeps,
  paths: { readonly source: string; readonly destination: string },
  options: ChangeOptions,
): Promise<Result<CopiedPath>> {
  const { disk, show } = parts;
  const { signal } = options;
  const purpose = 'copy';
  const surveyed = await disk.survey(paths.source, {
    purpose,
    maxEntries: maxRecordedEntries,
    signal,
  });
  if (!surveyed.ok) return surveyed;
  const survey = surveyed.value;
  const { real: from, kind, files, bytes } = survey;
  const found = await findDestination(parts, paths.destination, signal);
  if (!found.ok) return found;
  const { real: to, replaced } = found.value;
  const replacedText = await replacedTextOf(parts, found.value);
  const places = copyDestinations(survey, to, replaced);
  // It stands there whole, or not at all.
  const change = { places, in: disk, shown: show(to), mayLeave: () => false };
  const copied = await makeUndoableChange(parts, options, change, () => disk.copy(from, to, options));
  if (!copied.ok) return copied;
  const content = kind === 'file' ? await textAt(parts, to) : { stamp: undefined, text: undefined };
  const notes = [...copied.value.notes, ...(await ownNotes(parts, survey))];
  return succeed({ from, to, kind, files, bytes, replacedText, ...content, notes });
}

/** What the copy lacks: it is of the disk, where the editor's unsaved changes are not yet. */
async function ownNotes(
  { documents, show }: UndoableDeps,
  survey: TreeSurvey,
): Promise<readonly string[]> {
  const open = await documents.below(survey.real);
  const unsaved = open.flatMap(({ isDirty, real }) =>
    isDirty ? [`${show(real)} has unsaved changes in an editor, which are not in the copy.`] : [],
  );
  return [...unsaved, ...tooMany(survey)];
}
