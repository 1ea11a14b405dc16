import type { Files } from '../../core/ports/files';
import type { RecordedParts } from './parts';
import { copyRecorded } from './recorded-copy';
import { createFolderRecorded } from './recorded-folder';
import { moveRecorded } from './recorded-move';
import { removeRecorded } from './recorded-remove';
import { writeRecorded } from './recorded-write';

/**
 * Files as editors show them, every change with its way back on record: what stands there is kept
 * before it is touched (DESIGN decision 42).
 */
export function createRecordedFiles(parts: RecordedParts): Files {
  const { truth } = parts;
  return {
    resolve: (path, options) => truth.resolve(path, options),
    locate: (path) => truth.locate(path),
    read: (path, options) => truth.read(path, options),
    head: (path, options) => truth.head(path, options),
    stamp: (path, options) => truth.stamp(path, options),
    list: (path, options) => truth.list(path, options),
    inside: (path, options) => truth.inside(path, options),
    write: (path, text, options) => writeRecorded(parts, { path, text }, options),
    createFolder: (path, options) => createFolderRecorded(parts, path, options),
    remove: (path, options) => removeRecorded(parts, path, options),
    move: (source, destination, options) => moveRecorded(parts, { source, destination }, options),
    copy: (source, destination, options) => copyRecorded(parts, { source, destination }, options),
  };
}
