import { type Result, succeed } from '../../core/contracts/result';
import type { EditorFilesDeps } from './parts';
import { saveInEditor } from './save-through-editor';
import type { OpenDocument } from './types';
import { uninterrupted } from './uninterrupted';
import { appliedInEditor } from './unsaved-write';
import type { AppliedWrite, PlannedText } from './write-types';

const changedOnSaving =
  'VS Code changed the text on saving, as a formatter does; what is shown is what is on disk.';
const stillSaving = 'VS Code had not finished saving it; the change stands in the editor.';

/** Temporary file and rename, where nothing else came in the place of what was looked at. */
export async function writeOnDisk(
  { disk }: EditorFilesDeps,
  { real, before, text, bytes }: PlannedText,
  signal: AbortSignal,
): Promise<Result<AppliedWrite>> {
  const expect = before.kind === 'file' ? { stamp: before.stamp } : { absent: true as const };
  const written = await disk.write(real, bytes, { expect, signal });
  if (!written.ok) return written;
  const { stamp } = written.value;
  return succeed({ text, stamp, size: bytes.length, saved: true, notes: [] });
}

export interface EditorText extends PlannedText {
  readonly document: OpenDocument;
  readonly oldText: string;
}

/** In the editor, then saved; answers what is on disk after that. */
export async function writeInEditor(
  parts: EditorFilesDeps,
  { real, document, text, oldText }: EditorText,
  signal: AbortSignal,
): Promise<Result<AppliedWrite>> {
  const saved = await saveInEditor(parts, {
    document,
    real,
    text,
    expected: oldText,
    signal,
  });
  if (!saved.ok) return saved;
  if (saved.value === 'pending') return appliedInEditor(document, [stillSaving]);
  const now = await parts.disk.read(real, {
    maxBytes: Number.MAX_SAFE_INTEGER,
    signal: uninterrupted(),
  });
  if (!now.ok) return now;
  const { bytes, stamp } = now.value;
  const decoded = await parts.documents.decode(bytes, real);
  const shown = decoded?.text ?? '';
  const notes = shown === text ? [] : [changedOnSaving];
  return succeed({ text: shown, stamp, size: bytes.length, saved: true, notes });
}
