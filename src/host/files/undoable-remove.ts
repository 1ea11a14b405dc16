import type { TreeSurvey } from '../../adapters/files/disk-files';
import { cancelled } from '../../adapters/files/file-refusals';
import type { PathBefore } from '../../core/contracts/file-changes';
import { type Failure, fail, type Result, succeed } from '../../core/contracts/failure';
import type { ChangeOptions, RemovedPath } from '../../core/ports/files';
import type { UndoableDeps } from './editor-files';
import { makeUndoableChange, maxRecordedEntries, tooMany, unknownState } from './undoable-change';
import { changedMeanwhile, hasUnsavedChanges, replacedMeanwhile } from './editor-refusals';
import { isAborted } from '../../core/base/async';

/** Limits on the removed content that a card shows. */
const maxShown = 20;
const maxShownBytes = 200 * 1024;
/** Files that are checked for text. */
const maxLookedAt = 100;

/** Removes an entry, to the trash if there is one, with every file in it recorded for undo. */
export async function removeUndoable(
  parts: UndoableDeps,
  target: string,
  options: ChangeOptions,
): Promise<Result<RemovedPath>> {
  const { disk, documents, show } = parts;
  const { signal } = options;
  const purpose = 'remove';
  const surveyed = await disk.survey(target, { purpose, maxEntries: maxRecordedEntries, signal });
  if (!surveyed.ok) return surveyed;
  const survey = surveyed.value;
  const { real, kind, files } = survey;
  const dirty = (await documents.below(real)).find(({ isDirty }) => isDirty);
  if (dirty !== undefined) return fail(hasUnsavedChanges(show(dirty.real)));
  const places = await placesBefore(parts, survey, signal);
  const shown = await shownTexts(parts, survey, signal);
  const removed = await makeUndoableChange(
    parts,
    options,
    {
      places,
      in: disk,
      shown: show(real),
      mayLeave: ({ kind }) => kind === 'absent',
      made: () => ({ kind: 'absent' }),
    },
    () => removeEntry(parts, survey, signal),
  );
  if (!removed.ok) return removed;
  const { value: trashed } = removed.value;
  const notes = [...removed.value.notes, ...tooMany(survey)];
  return succeed({ real, kind, files, shown, trashed, notes });
}

/** True when it is in the trash. The path is resolved again, because VS Code follows links. */
async function removeEntry(
  parts: UndoableDeps,
  survey: TreeSurvey,
  signal: AbortSignal,
): Promise<Result<boolean>> {
  const { disk, documents, show } = parts;
  const { real, kind } = survey;
  if (kind === 'file' || kind === 'dir') {
    const now = await disk.resolve(real, { use: 'entry' });
    if (!now.ok) return now;
    if (now.value.real !== real) return fail(replacedMeanwhile(show(real)));
    if (await documents.trash(real)) return succeed(true);
    if (isAborted(signal)) return fail(cancelled(show(real)));
  }
  const changed = await changedSince(parts, survey, signal);
  if (changed !== undefined) return fail(changed);
  const removed = await disk.remove(real, { signal });
  return removed.ok ? succeed(false) : removed;
}

/** Entries added or changed while copying are in no copy and would be lost. */
async function changedSince(
  { disk, show }: UndoableDeps,
  before: TreeSurvey,
  signal: AbortSignal,
): Promise<Failure | undefined> {
  const options = { purpose: 'remove', maxEntries: maxRecordedEntries, signal } as const;
  const now = await disk.survey(before.real, options);
  if (!now.ok) return now.failure;
  const states = new Map(before.entries.map(({ path, state }) => [path, state]));
  const other = now.value.entries.find(({ path, state }) => states.get(path) !== state);
  return other === undefined ? undefined : changedMeanwhile(show(other.path));
}

/** The content of every file, as long as a chat's copies have room for it. */
async function placesBefore(
  { disk, maxChangeBytes }: UndoableDeps,
  survey: TreeSurvey,
  signal: AbortSignal,
): Promise<readonly PathBefore[]> {
  if (!survey.isWhole) return [{ path: survey.real, before: unknownState(survey.bytes) }];
  let room = maxChangeBytes();
  const places: PathBefore[] = [];
  for (const { path, size } of survey.entries) {
    const image = await disk.image(path, { maxBytes: room, signal });
    const before = image.ok ? image.value : unknownState(size);
    if (before.kind === 'file') room = Math.max(0, room - (before.bytes?.length ?? 0));
    places.push({ path, before });
  }
  return places;
}

/** Read through the file guard: what the settings forbid is not shown. */
async function shownTexts(
  { disk, documents }: UndoableDeps,
  survey: TreeSurvey,
  signal: AbortSignal,
): Promise<RemovedPath['shown']> {
  const shown: { readonly path: string; readonly text: string }[] = [];
  const small = survey.entries.filter(
    ({ path, kind, size }) => kind === 'file' && size <= maxShownBytes && disk.mayRead(path),
  );
  for (const { path } of small.slice(0, maxLookedAt)) {
    if (shown.length === maxShown) break;
    const file = await disk.read(path, { maxBytes: maxShownBytes, signal });
    const decoded = file.ok ? await documents.decode(file.value.bytes, path) : undefined;
    if (decoded !== undefined) shown.push({ path, text: decoded.text });
  }
  return shown;
}
