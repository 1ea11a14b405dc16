import { changed } from '../../adapters/files/refusals';
import { stampOf } from '../../adapters/files/scan-file';
import type { PathState } from '../../core/contracts/file-changes';
import { fail, type Result, succeed } from '../../core/contracts/result';
import { fitsBuffer } from './line-endings';
import type { EditorFilesDeps } from './parts';
import { hasUnsavedChanges } from './refusals';
import { saveInEditor } from './save-through-editor';
import type { OpenDocument } from './types';

type FileImage = Extract<PathState, { kind: 'file' }>;

export interface EditorRestore {
  /** A text document. */
  readonly document: OpenDocument;
  readonly path: string;
  readonly image: FileImage;
  readonly expect: FileImage;
  readonly signal: AbortSignal;
}

/**
 * Puts the content of a file back in its editor, where this too can be undone. What had unsaved
 * changes stays unsaved; any other is saved, and holds exactly the bytes it held before in the end.
 */
export async function restoreInEditor(parts: EditorFilesDeps, back: EditorRestore): Promise<Result<void>> {
  const { document, path, image } = back;
  const before = image.bytes && (await parts.documents.decode(image.bytes, path));
  const isEditable = before?.exact === true && fitsBuffer(before.text, document);
  if (document.isDirty) {
    return isEditable
      ? restoreUnsaved(parts, back, before.text)
      : fail(hasUnsavedChanges(parts.show(path)));
  }
  return isEditable
    ? restoreSaved(parts, back, before.text)
    : parts.disk.putBack(path, image, back);
}

async function restoreUnsaved(
  { show }: EditorFilesDeps,
  { document, path, expect }: EditorRestore,
  text: string,
): Promise<Result<void>> {
  const content = await document.content();
  if (!content.ok) return content;
  if (stampOf(content.value.bytes) !== expect.stamp) return fail(changed(show(path)));
  return document.replace(text, content.value.text.text);
}

async function restoreSaved(parts: EditorFilesDeps, back: EditorRestore, text: string): Promise<Result<void>> {
  const { disk, show } = parts;
  const { document, path, image, expect, signal } = back;
  const place = await disk.image(path, { signal });
  if (!place.ok) return place;
  if (place.value.kind !== 'file' || place.value.stamp !== expect.stamp) {
    return fail(changed(show(path)));
  }
  const content = await document.content();
  // An editor that is behind the disk loads it by itself.
  if (!content.ok || stampOf(content.value.bytes) !== expect.stamp) {
    return disk.putBack(path, image, { expect, signal });
  }
  const expected = content.value.text.text;
  const saved = await saveInEditor(parts, { document, real: path, text, expected, signal });
  if (!saved.ok) return saved;
  return saved.value === 'pending' ? succeed(undefined) : restoreExactBytes(parts, back);
}

/** Saving may have changed the text, such as by a formatter; undo means what stood there. */
async function restoreExactBytes(
  { disk }: EditorFilesDeps,
  { path, image, signal }: EditorRestore,
): Promise<Result<void>> {
  const now = await disk.image(path, { signal });
  if (!now.ok) return now;
  const isBack = now.value.kind === 'file' && now.value.stamp === image.stamp;
  return isBack ? succeed(undefined) : disk.putBack(path, image, { expect: now.value, signal });
}
