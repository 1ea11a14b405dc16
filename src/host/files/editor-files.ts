import type { ChangeLimits } from '../../adapters/files/target-guard';
import type { DiskFiles } from '../../adapters/files/disk-files';
import type { ChangeRecorder, PathStates } from '../../core/ports/file-changes';
import type { Files, FileContent, ReadFileOptions } from '../../core/ports/files';
import type { OpenDocuments, DocumentContent, OpenDocument } from './open-documents';
import { tooLarge, changed } from '../../adapters/files/file-refusals';
import { stampOf } from '../../adapters/files/scan-file';
import { fail, type Result, succeed } from '../../core/contracts/failure';
import { hasUnsavedChanges } from './editor-refusals';
import type { PathState } from '../../core/contracts/file-changes';
import { fitsBuffer } from './buffer-text';
import { saveInEditor } from './save-in-editor';

export interface EditorFilesDeps {
  readonly disk: DiskFiles;
  readonly documents: OpenDocuments;
  /** Changes made by VS Code pass no other check of this kind. */
  readonly limits: Pick<ChangeLimits, 'refuseChange'>;
  /** Formats a path for display. */
  readonly show: (path: string) => string;
}

/** Files and places as editors show them; records nothing. */
export interface EditorFiles
  extends
    Pick<Files, 'resolve' | 'locate' | 'read' | 'head' | 'stamp' | 'list' | 'inside'>,
    PathStates {}

/** Dependencies of every recorded change. */
export interface UndoableDeps extends EditorFilesDeps {
  readonly editorFiles: EditorFiles;
  readonly recorder: ChangeRecorder;
  /** Bytes of copies beyond which nothing of a chat is kept. */
  readonly maxChangeBytes: () => number;
  /** The change is unsaved in the editor: offers the user to save it. */
  readonly offerSave: (real: string) => void;
}

/**
 * The disk, except where an editor holds unsaved changes: then what it would save is what is read,
 * and the stamp is of that (decision 44). Undo happens in the editor of a file that is open.
 */
export function createEditorFiles(parts: EditorFilesDeps): EditorFiles {
  const { disk, documents, show } = parts;

  const unsavedAt = async (real: string): Promise<Result<DocumentContent> | undefined> => {
    const document = await documents.find(real);
    return document?.isDirty === true ? document.content() : undefined;
  };
  /** Answers from the editor, or undefined where the disk is the truth. */
  const fromEditor = async <T>(
    path: string,
    answer: (content: DocumentContent, real: string) => Result<T>,
  ): Promise<Result<T> | undefined> => {
    const resolved = await disk.resolve(path);
    if (!resolved.ok) return resolved;
    const unsaved = await unsavedAt(resolved.value.real);
    return unsaved?.ok === true ? answer(unsaved.value, resolved.value.real) : unsaved;
  };

  return {
    resolve: (path, options) => disk.resolve(path, options),
    locate: (path, from) => disk.locate(path, from),
    list: (path, options) => disk.list(path, options),
    inside: (path, options) => disk.inside(path, options),
    read: async (path, options) =>
      (await fromEditor(path, (content, real) => contentOf(content, { real, show }, options))) ??
      savedContent(parts, path, options),
    head: async (path, options) =>
      (await fromEditor(path, ({ bytes }, real) =>
        succeed({ real, size: bytes.length, bytes: bytes.subarray(0, options.maxBytes) }),
      )) ?? disk.head(path, options),
    stamp: async (path, options) =>
      (await fromEditor<string | undefined>(path, ({ bytes }) => succeed(stampOf(bytes)))) ??
      disk.stamp(path, options),
    image: async (path, options) => {
      const place = await disk.image(path, options);
      if (!place.ok || (place.value.kind !== 'file' && place.value.kind !== 'absent')) return place;
      const unsaved = await unsavedAt(path);
      if (unsaved?.ok !== true) return unsaved ?? place;
      const mode = place.value.kind === 'file' ? place.value.mode : defaultFileMode;
      return succeed(fileStateOf(unsaved.value.bytes, mode, options.maxBytes ?? -1));
    },
    putBack: async (path, image, options) => {
      const document = await documents.find(path);
      if (document?.kind === 'text' && image.kind === 'file' && options.expect.kind === 'file') {
        const { expect, signal } = options;
        return restoreInEditor(parts, { document, path, image, expect, signal });
      }
      if (document?.isDirty === true) return fail(hasUnsavedChanges(show(path)));
      return disk.putBack(path, image, options);
    },
    moveBack: async (from, to, options) => {
      const open = await documents.below(from);
      const dirty = open.find(({ isDirty }) => isDirty);
      if (dirty !== undefined) return fail(hasUnsavedChanges(show(dirty.real)));
      const isMoved = open.length > 0 && (await renameWithEditors(parts, { from, to }));
      return isMoved ? succeed(undefined) : disk.moveBack(from, to, options);
    },
  };
}

async function savedContent(
  { disk, documents }: EditorFilesDeps,
  path: string,
  options: ReadFileOptions,
): Promise<Result<FileContent>> {
  const file = await disk.read(path, options);
  if (!file.ok) return file;
  const { real, bytes, stamp } = file.value;
  return succeed({ real, bytes, stamp, text: await documents.decode(bytes, real), unsaved: false });
}

function contentOf(
  { bytes, text }: DocumentContent,
  { real, show }: { readonly real: string; readonly show: (path: string) => string },
  { maxBytes }: ReadFileOptions,
): Result<FileContent> {
  if (bytes.length > maxBytes) {
    return fail(tooLarge(show(real), BigInt(bytes.length), maxBytes));
  }
  return succeed({ real, bytes, stamp: stampOf(bytes), text, unsaved: true });
}

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
async function restoreInEditor(parts: EditorFilesDeps, back: EditorRestore): Promise<Result<void>> {
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

async function restoreSaved(
  parts: EditorFilesDeps,
  back: EditorRestore,
  text: string,
): Promise<Result<void>> {
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

/**
 * Renames an entry so that its editors follow. Both paths are resolved again, so that nothing moves
 * through a link that was put there meanwhile. False when nothing was moved.
 */
export async function renameWithEditors(
  { disk, documents }: Pick<EditorFilesDeps, 'disk' | 'documents'>,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<boolean> {
  for (const path of [from, to]) {
    const now = await disk.resolve(path, { use: 'entry' });
    if (!now.ok || now.value.real !== path) return false;
  }
  if (!(await documents.rename(from, to))) return false;
  const [left, arrived] = await Promise.all(
    [from, to].map((path) => disk.resolve(path, { use: 'entry' })),
  );
  return left?.ok === true && !left.value.exists && arrived?.ok === true && arrived.value.exists;
}

/** Permission bits of a file that exists only in an editor. */
export const defaultFileMode = 0o644;

/** A file's state and, up to a size, its content. */
export function fileStateOf(bytes: Uint8Array, mode: number, maxBytes: number): PathState {
  const size = bytes.length;
  const image = { kind: 'file' as const, stamp: stampOf(bytes), size, mode };
  return size <= maxBytes ? { ...image, bytes } : image;
}
