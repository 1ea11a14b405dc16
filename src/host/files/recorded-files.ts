import type { Files } from '../../core/ports/files';
import type { UndoableDeps } from './parts';
import { copyUndoable } from './recorded-copy';
import { createFolderUndoable } from './recorded-folder';
import { moveUndoable } from './recorded-move';
import { removeUndoable } from './recorded-remove';
import { writeUndoable } from './recorded-write';

/**
 * Files as editors show them, every change with its way back on record: what stands there is kept
 * before it is touched (DESIGN decision 42).
 */
export function createUndoableFiles(parts: UndoableDeps): Files {
  const { editorFiles: truth } = parts;
  return {
    resolve: (path, options) => truth.resolve(path, options),
    locate: (path) => truth.locate(path),
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
