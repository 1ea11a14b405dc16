import path from 'node:path';
import type { PathBefore, PathState } from '../../core/contracts/file-changes';
import { fail, type Result } from '../../core/contracts/failure';
import type { RemovedPath, TextCodec } from '../../core/ports/files';
import type { DiskAccess, GuardedTarget } from './disk-access';
import { errnoFailure } from './errno-failure';
import { deniedBelow } from './file-refusals';
import { pathStateAt, type PathStateOptions } from './path-state';
import { uninterrupted, unknownState } from './record-change';
import type { TreeSurvey } from './survey-tree';

/** An entry that is removed, and what is in it. */
interface Removal {
  readonly at: GuardedTarget;
  readonly survey: TreeSurvey;
}

/** State on disk of a path near an allowed one, or in it; fails if the settings deny it. */
export async function stateNear(
  disk: DiskAccess,
  at: GuardedTarget,
  real: string,
  options: PathStateOptions = { signal: uninterrupted() },
): Promise<Result<PathState>> {
  const shown = disk.show(real);
  if (real !== at.resolved.real && !disk.mayRead(real)) return fail(deniedBelow(shown));
  try {
    const resolved = { ...at.resolved, asked: real, real };
    return await pathStateAt(disk, { resolved, shown }, options);
  } catch (error) {
    return fail(errnoFailure(error, shown));
  }
}

/** A new folder and its missing parents, outermost first: each is recorded separately. */
export async function missingFolders(
  disk: DiskAccess,
  at: GuardedTarget,
  signal: AbortSignal,
): Promise<readonly PathBefore[]> {
  const missing: PathBefore[] = [];
  for (let real = at.resolved.real; ; real = path.dirname(real)) {
    const state = await stateNear(disk, at, real, { signal });
    if (!state.ok || state.value.kind !== 'absent') return missing;
    const intended = { kind: 'folder', mode: 0o755 } as const;
    missing.unshift({ path: real, before: { kind: 'absent' }, intended });
  }
}

/** The content of every file, as long as a chat's copies have room for it. */
export async function statesBefore(
  disk: DiskAccess,
  { at, survey }: Removal,
  { room, signal }: { readonly room: number; readonly signal: AbortSignal },
): Promise<readonly PathBefore[]> {
  const intended = { kind: 'absent' } as const;
  if (!survey.isWhole) return [{ path: survey.real, before: unknownState(survey.bytes), intended }];
  let left = room;
  const places: PathBefore[] = [];
  for (const { path: real, size } of survey.entries) {
    const state = await stateNear(disk, at, real, { maxBytes: left, signal });
    const before = state.ok ? state.value : unknownState(size);
    if (before.kind === 'file') left = Math.max(0, left - (before.bytes?.length ?? 0));
    places.push({ path: real, before, intended });
  }
  return places;
}

/** Limits on the removed content that a card shows. */
const maxShown = 20;
const maxShownBytes = 200 * 1024;
/** Files that are checked for text. */
const maxLookedAt = 100;

/** The removed texts for the card, without what the settings forbid to read. */
export async function removedTexts(
  disk: DiskAccess,
  { at, survey }: Removal,
  { codec, signal }: { readonly codec: TextCodec; readonly signal: AbortSignal },
): Promise<RemovedPath['shown']> {
  const shown: { readonly path: string; readonly text: string }[] = [];
  const small = survey.entries.filter(
    ({ path: real, kind, size }) => kind === 'file' && size <= maxShownBytes && disk.mayRead(real),
  );
  for (const { path: real } of small.slice(0, maxLookedAt)) {
    if (shown.length === maxShown) break;
    // What cannot be read is removed all the same.
    const state = await stateNear(disk, at, real, { maxBytes: maxShownBytes, signal });
    const bytes = state.ok && state.value.kind === 'file' ? state.value.bytes : undefined;
    const decoded = bytes && (await codec.decode(bytes, real));
    if (decoded !== undefined) shown.push({ path: real, text: decoded.text });
  }
  return shown;
}
