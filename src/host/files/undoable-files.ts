import path from 'node:path';
import type {
  Files,
  WriteOptions,
  WrittenFile,
  ChangeOptions,
  CreatedFolder,
} from '../../core/ports/files';
import type { UndoableDeps } from './editor-files';
import { copyUndoable, moveUndoable } from './undoable-transfer';
import { removeUndoable } from './undoable-remove';
import { type Result, succeed } from '../../core/contracts/failure';
import { makeUndoableChange } from './undoable-change';
import { planWrite } from './plan-write';
import type { PathBefore, PathState } from '../../core/contracts/file-changes';

/**
 * Files as editors show them, every change recorded for undo: the earlier content is copied
 * before it is touched (decision 42).
 */
export function createUndoableFiles(parts: UndoableDeps): Files {
  const { editorFiles: truth } = parts;
  return {
    resolve: (path, options) => truth.resolve(path, options),
    locate: (path, from) => truth.locate(path, from),
    read: (path, options) => truth.read(path, options),
    head: (path, options) => truth.head(path, options),
    stamp: (path, options) => truth.stamp(path, options),
    list: (path, options) => truth.list(path, options),
    inside: (path, options) => truth.inside(path, options),
    write: (path, text, options) => writeUndoable(parts, { path, text }, options),
    createFolder: (path, options) => createFolderUndoable(parts, path, options),
    remove: (path, options) => removeUndoable(parts, path, options),
    move: (source, destination, options) => moveUndoable(parts, { source, destination }, options),
    copy: (source, destination, options) => copyUndoable(parts, { source, destination }, options),
  };
}

/** Replaces or creates a text file, recorded for undo. */
async function writeUndoable(
  parts: UndoableDeps,
  write: { readonly path: string; readonly text: string },
  options: WriteOptions,
): Promise<Result<WrittenFile>> {
  const { expect, signal } = options;
  const plan = await planWrite(parts, { ...write, expect, signal });
  if (!plan.ok) return plan;
  const { real, before, oldText } = plan.value;
  const written = await makeUndoableChange(
    parts,
    options,
    {
      places: [{ path: real, before }],
      in: parts.editorFiles,
      shown: parts.show(real),
      mayLeave: (image) => image.kind === 'file' && image.stamp === plan.value.stamp,
      // It may have been written meanwhile.
      made: ({ stamp, size }, image) => (image.kind === 'file' ? { ...image, stamp, size } : image),
    },
    () => plan.value.apply(signal),
  );
  if (!written.ok) return written;
  const { text, stamp, size, saved, notes } = written.value.value;
  if (plan.value.staysUnsaved) parts.offerSave(real);
  const allNotes = [...notes, ...written.value.notes];
  return succeed({ real, bytes: size, oldText, text, stamp, saved, notes: allNotes });
}

/** Creates a folder and its missing parents, recorded for undo. */
async function createFolderUndoable(
  parts: UndoableDeps,
  folder: string,
  options: ChangeOptions,
): Promise<Result<CreatedFolder>> {
  const { disk, show } = parts;
  const resolved = await disk.resolve(folder);
  if (!resolved.ok) return resolved;
  const { real, exists } = resolved.value;
  const places = exists ? [] : await missingFolders(parts, real, options.signal);
  const make = () => disk.createFolder(real, options);
  if (places.length === 0) {
    const made = await make();
    return made.ok ? succeed({ ...made.value, notes: [] }) : made;
  }
  const mayLeave = ({ kind }: PathState) => kind === 'folder';
  const change = { places, in: disk, shown: show(real), mayLeave };
  const made = await makeUndoableChange(parts, options, change, make);
  return made.ok ? succeed({ ...made.value.value, notes: made.value.notes }) : made;
}

/** The folder and its missing parents, outermost first. */
async function missingFolders(
  { disk }: UndoableDeps,
  real: string,
  signal: AbortSignal,
): Promise<readonly PathBefore[]> {
  const missing: PathBefore[] = [];
  for (let at = real; ; at = path.dirname(at)) {
    const place = await disk.image(at, { signal });
    if (!place.ok || place.value.kind !== 'absent') return missing;
    // Each is recorded separately.
    missing.unshift({ path: at, before: { kind: 'absent' } });
  }
}
