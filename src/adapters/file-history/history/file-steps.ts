import path from 'node:path';
import * as z from 'zod';
import { say, type Sentence } from '../../../core/base/sentence';
import { isSamePathState } from '../../files/path-state';
import type { PathState } from '../../../core/contracts/file-changes';
import {
  count,
  dense,
  lenient,
  storedSentence,
  type Data,
} from '../../../core/contracts/schema-parts';

/** Why a state cannot be restored. */
const notKept = lenient(storedSentence);

/** What a path was: names the copy of the content instead of containing it. */
export const imageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('other'), notKept }).transform(dense),
  z
    .object({ kind: z.literal('absent'), missingFolders: lenient(z.int().min(1)), notKept })
    .transform(dense),
  z
    .object({
      kind: z.literal('file'),
      stamp: z.string(),
      size: count,
      mode: count,
      /** Names the copy of the content, if there is one: for changes on record its SHA-256. */
      copy: lenient(z.string()),
      /** Number of lines; undefined if not text, too large or not counted. */
      lines: lenient(count),
      notKept,
    })
    .transform(dense),
  z.object({ kind: z.literal('link'), target: z.string(), notKept }).transform(dense),
  z.object({ kind: z.literal('folder'), mode: count, notKept }).transform(dense),
]);
export type FileImage = Data<typeof imageSchema>;

export const absent = { kind: 'absent' } as const satisfies FileImage;
export const other = { kind: 'other' } as const satisfies FileImage;

/** The state alone, without content and copy. */
export function stateOnly(image: PathState): FileImage {
  if (image.kind !== 'file') return image;
  return { kind: 'file', stamp: image.stamp, size: image.size, mode: image.mode };
}

/** True if both are the same state, with the same permissions. */
export function isSameImage(a: FileImage, b: FileImage): boolean {
  return isSamePathState(a, b) && ('mode' in a ? a.mode : 0) === ('mode' in b ? b.mode : 0);
}

/** Why a state cannot be restored; undefined if it can. */
export function whyNotRestorable(image: FileImage): Sentence | undefined {
  if (image.notKept !== undefined) return image.notKept;
  if (image.kind === 'other') return say`it is a device, a pipe or a socket`;
  if (image.kind === 'file' && image.copy === undefined) return say`its content was not kept`;
  return undefined;
}

export function copiesIn(...images: readonly FileImage[]): readonly string[] {
  return images.flatMap((image) => (image.kind === 'file' ? (image.copy ?? []) : []));
}

/** One operation on the file system, with all it takes to reverse it. Paths are absolute. */
export type FileStep = PlaceStep | MoveStep;

export interface PlaceStep {
  readonly kind: 'place';
  readonly path: string;
  readonly before: FileImage;
  readonly after: FileImage;
  /**
   * True for a folder created only for its content: it is removed with that, unless it is in use.
   */
  readonly isImplicitFolder?: boolean;
}

export interface MoveStep {
  readonly kind: 'move';
  readonly from: string;
  readonly to: string;
  /** The state of the moved item; the same before and after. */
  readonly moved: FileImage;
}

/**
 * Orders the steps of one change as a file system can perform them: removals first, innermost
 * first. A move is done once the entry is at its new path.
 */
export function inOrder<T>(list: readonly T[], stepOf: (one: T) => FileStep): readonly T[] {
  if (list.some((one) => stepOf(one).kind === 'move')) return list;
  return [...list].sort((one, other) => rank(stepOf(one)) - rank(stepOf(other)));
}

function rank(step: FileStep): number {
  if (step.kind === 'move') return 0;
  const depth = step.path.split(path.sep).length;
  return step.after.kind === 'absent' ? -depth : depth;
}

/** What a step found at its path. */
export function foundBy(step: FileStep): FileImage {
  return step.kind === 'move' ? step.moved : step.before;
}

/** What a step left at its path. */
export function leftBy(step: FileStep): FileImage {
  return step.kind === 'move' ? step.moved : step.after;
}

export function inverseOf(step: FileStep): FileStep {
  return step.kind === 'place'
    ? { kind: 'place', path: step.path, before: step.after, after: step.before }
    : { kind: 'move', from: step.to, to: step.from, moved: step.moved };
}

/** False for a step that changes nothing. */
export function changesAnything(step: FileStep): boolean {
  return step.kind === 'move' ? step.from !== step.to : !isSameImage(step.before, step.after);
}

/** The steps of a move: whatever is at the destination is removed first. */
export function moveSteps(move: {
  readonly from: string;
  readonly to: string;
  readonly replaced: FileImage;
  readonly moved: FileImage;
}): readonly FileStep[] {
  const { from, to, replaced, moved } = move;
  const step: FileStep = { kind: 'move', from, to, moved };
  if (replaced.kind === 'absent') return [...folderSteps(to, replaced), step];
  return [{ kind: 'place', path: to, before: replaced, after: absent }, step];
}

/** The steps that create missing parent folders of a path. */
export function folderSteps(place: string, before: FileImage): readonly PlaceStep[] {
  const count = before.kind === 'absent' ? (before.missingFolders ?? 0) : 0;
  return foldersAbove(place)
    .slice(0, count)
    .toReversed()
    .map((folder) => ({
      kind: 'place',
      path: folder,
      before: absent,
      after: { kind: 'folder', mode: 0o755 },
      isImplicitFolder: true,
    }));
}

export function isImplicitFolder(step: FileStep): boolean {
  return step.kind === 'place' && step.isImplicitFolder === true;
}

/** The paths that a step changes. */
export function pathsOf(step: FileStep): readonly string[] {
  return step.kind === 'place' ? [step.path] : [step.from, step.to];
}

/** True for a path below the folder; false for the folder itself. */
export function isBelow(folder: string, place: string): boolean {
  return place.length > folder.length && place.startsWith(`${folder}${path.sep}`);
}

/** Parent folders, innermost first, without the root of the file system. */
export function foldersAbove(place: string): readonly string[] {
  const folders: string[] = [];
  for (let at = path.dirname(place); at !== path.dirname(at); at = path.dirname(at)) {
    folders.push(at);
  }
  return folders;
}
