import { tooLarge } from '../../adapters/files/refusals';
import { stampOf } from '../../adapters/files/scan-file';
import { fail, type Result, succeed } from '../../core/contracts/result';
import type { FileContent, ReadFileOptions } from '../../core/ports/files';
import { fileStateOf, defaultFileMode } from './image-of';
import type { EditorFiles, EditorFilesDeps } from './parts';
import { restoreInEditor } from './put-back-in-editor';
import { hasUnsavedChanges } from './refusals';
import { renameWithEditors } from './rename-with-editors';
import type { DocumentContent } from './types';

/**
 * The disk, except where an editor holds unsaved changes: then what it would save is what is read,
 * and the stamp is of that (DESIGN decision 44). Undo happens in the editor of a file that is open.
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
    locate: (path) => disk.locate(path),
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
