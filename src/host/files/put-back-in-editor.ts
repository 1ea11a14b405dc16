import { changed } from '../../adapters/files/refusals';
import { stampOf } from '../../adapters/files/scan-file';
import type { PlaceImage } from '../../core/contracts/file-changes';
import { fail, type Result, succeed } from '../../core/contracts/result';
import { fitsBuffer } from './line-endings';
import type { TruthParts } from './parts';
import { hasUnsavedChanges } from './refusals';
import { saveThroughEditor } from './save-through-editor';
import type { OpenDocument } from './types';

type FileImage = Extract<PlaceImage, { kind: 'file' }>;

export interface PutBack {
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
export async function putBackInEditor(parts: TruthParts, back: PutBack): Promise<Result<void>> {
  const { document, path, image } = back;
  const before = image.bytes && (await parts.documents.decode(image.bytes, path));
  const isEditable = before?.exact === true && fitsBuffer(before.text, document);
  if (document.isDirty) {
    return isEditable
      ? putBackUnsaved(parts, back, before.text)
      : fail(hasUnsavedChanges(parts.show(path)));
  }
  return isEditable
    ? putBackSaved(parts, back, before.text)
    : parts.disk.putBack(path, image, back);
}

async function putBackUnsaved(
  { show }: TruthParts,
  { document, path, expect }: PutBack,
  text: string,
): Promise<Result<void>> {
  const content = await document.content();
  if (!content.ok) return content;
  if (stampOf(content.value.bytes) !== expect.stamp) return fail(changed(show(path)));
  return document.replace(text, content.value.text.text);
}

async function putBackSaved(parts: TruthParts, back: PutBack, text: string): Promise<Result<void>> {
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
  const saved = await saveThroughEditor(parts, { document, real: path, text, expected, signal });
  if (!saved.ok) return saved;
  return saved.value === 'pending' ? succeed(undefined) : exactly(parts, back);
}

/** Saving may have changed the text, such as by a formatter; undo means what stood there. */
async function exactly(
  { disk }: TruthParts,
  { path, image, signal }: PutBack,
): Promise<Result<void>> {
  const now = await disk.image(path, { signal });
  if (!now.ok) return now;
  const isBack = now.value.kind === 'file' && now.value.stamp === image.stamp;
  return isBack ? succeed(undefined) : disk.putBack(path, image, { expect: now.value, signal });
}
