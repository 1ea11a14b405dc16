import type { PathState } from '../../core/contracts/file-changes';
import { fail, type Result, succeed } from '../../core/contracts/failure';
import { type UndoableDeps, type EditorFilesDeps, renameWithEditors } from './editor-files';
import { hasUnsavedChanges } from './editor-refusals';
import {
  uninterrupted,
  statesAfter,
  runOnRecord,
  maxRecordedEntries,
  makeUndoableChange,
  copyDestinations,
  tooMany,
} from './undoable-change';
import type { TreeSurvey } from '../../adapters/files/disk-files';
import { cancelled } from '../../adapters/files/file-refusals';
import type { ChangeOptions, MovedPath, CopiedPath } from '../../core/ports/files';
import { isAborted } from '../../core/base/async';

/** The destination of a move or copy, and its current state. */
interface Destination {
  readonly real: string;
  readonly replaced: PathState;
}

/** Larger texts are not shown. */
const maxTextBytes = 10 * 1024 * 1024;

/** Fails for a file with unsaved changes in an editor. */
async function findDestination(
  { disk, documents, limits, maxChangeBytes, show }: UndoableDeps,
  destination: string,
  signal: AbortSignal,
): Promise<Result<Destination>> {
  const resolved = await disk.resolve(destination, { use: 'entry' });
  if (!resolved.ok) return resolved;
  const { real } = resolved.value;
  const refused = limits.refuseChange({ resolved: resolved.value, shown: show(real) });
  if (refused !== undefined) return fail(refused);
  const dirty = (await documents.below(real)).find(({ isDirty }) => isDirty);
  if (dirty !== undefined) return fail(hasUnsavedChanges(show(dirty.real)));
  const maxBytes = Math.max(maxTextBytes, maxChangeBytes());
  const replaced = await disk.image(real, { maxBytes, signal });
  return replaced.ok ? succeed({ real, replaced: replaced.value }) : replaced;
}

/** Text of the file at a destination; undefined when there is none or it is not text. */
async function replacedTextOf(
  { documents }: EditorFilesDeps,
  { real, replaced }: Destination,
): Promise<string | undefined> {
  if (replaced.kind !== 'file' || replaced.bytes === undefined) return undefined;
  return (await documents.decode(replaced.bytes, real))?.text;
}

/** A file that was just created: it may be too large to read, but has a stamp. */
async function textAt(
  { editorFiles: truth }: Pick<UndoableDeps, 'editorFiles'>,
  real: string,
): Promise<{ readonly stamp: string | undefined; readonly text: string | undefined }> {
  const signal = uninterrupted();
  const content = await truth.read(real, { maxBytes: maxTextBytes, signal });
  if (content.ok) return { stamp: content.value.stamp, text: content.value.text?.text };
  const stamp = await truth.stamp(real, { signal });
  return { stamp: stamp.ok ? stamp.value : undefined, text: undefined };
}

interface Move {
  readonly source: TreeSurvey;
  readonly to: Destination;
}

/** Moves or renames an entry, recorded for undo; open editors follow. */
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

/** Through VS Code only when an editor has to follow. */
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

/** The disk refuses anything else, with a reason. */
function mayReplace(source: TreeSurvey, replaced: PathState): boolean {
  if (replaced.kind === 'absent') return true;
  return source.kind === 'file' && replaced.kind === 'file';
}

/** Copies an entry; every created file is recorded for undo (003-tools-5). */
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
  // It is complete or absent.
  const change = { places, in: disk, shown: show(to), mayLeave: () => false };
  const copied = await makeUndoableChange(parts, options, change, () =>
    disk.copy(from, to, options),
  );
  if (!copied.ok) return copied;
  const content = kind === 'file' ? await textAt(parts, to) : { stamp: undefined, text: undefined };
  const notes = [...copied.value.notes, ...(await ownNotes(parts, survey))];
  return succeed({ from, to, kind, files, bytes, replacedText, ...content, notes });
}

/** Missing from the copy: it is made from the disk, without the editor's unsaved changes. */
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
