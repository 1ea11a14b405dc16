import path from 'node:path';
import type { PathBefore, PathState } from '../../core/contracts/file-changes';
import { type Result, succeed } from '../../core/contracts/result';
import type { ChangeOptions, CreatedFolder } from '../../core/ports/files';
import type { UndoableDeps } from './parts';
import { makeUndoableChange } from './recorded-change';

/** Makes a folder and its missing parents, on record (003 `create_directory`). */
export async function createFolderUndoable(
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

/** The folder and those above it that are not there, outermost first. */
async function missingFolders(
  { disk }: UndoableDeps,
  real: string,
  signal: AbortSignal,
): Promise<readonly PathBefore[]> {
  const missing: PathBefore[] = [];
  for (let at = real; ; at = path.dirname(at)) {
    const place = await disk.image(at, { signal });
    if (!place.ok || place.value.kind !== 'absent') return missing;
    // Each is on record by itself.
    missing.unshift({ path: at, before: { kind: 'absent' } });
  }
}
