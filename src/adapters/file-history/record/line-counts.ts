import { isSamePathState } from '../../files/path-state';
import { decodeText } from '../../../core/base/encoding';
import type { PathAfter, PathState } from '../../../core/contracts/file-changes';
import type { PathStates } from '../../../core/ports/file-changes';
import { recordedState, type FileImage } from '../restore/file-steps';
import type { PathHistory } from '../history/path-history';
import { isLive } from '../history/tracked-items';
import type { BegunLine, EndedLine } from '../history/record-format';

export interface ChangedLineCounts {
  readonly added: number;
  readonly removed: number;
}

/** Larger files are not counted. */
const countedBytes = 1024 * 1024;

/** Above this number of edits, counts are estimated. */
const maxEdits = 2000;
const maxComparisons = 5_000_000;

/** The lines of a file with their line endings; undefined if not text or too large to count. */
export function textLinesOf(bytes: Uint8Array): readonly string[] | undefined {
  if (bytes.length > countedBytes) return undefined;
  const decoded = decodeText(bytes);
  return decoded.kind === 'text' ? (decoded.text.match(/[^\n]*\n|[^\n]+$/g) ?? []) : undefined;
}

/**
 * Lines removed and added by the shortest edit from one text to the other. For texts that differ
 * too much, counts only the surplus lines of each side.
 */
export function countLineChanges(
  before: readonly string[],
  after: readonly string[],
): ChangedLineCounts {
  const inBefore = new Set(before);
  const inAfter = new Set(after);
  // A line that only one side has is part of every edit, so only the others are compared.
  const [from, to] = withoutCommonEnds(
    before.filter((line) => inAfter.has(line)),
    after.filter((line) => inBefore.has(line)),
  );
  const edits = shortestEdit(from, to) ?? unevenLines(from, to);
  const removed = (edits + from.length - to.length) / 2;
  return {
    removed: removed + before.filter((line) => !inAfter.has(line)).length,
    added: edits - removed + after.filter((line) => !inBefore.has(line)).length,
  };
}

function withoutCommonEnds(
  one: readonly string[],
  other: readonly string[],
): readonly [readonly string[], readonly string[]] {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return [one.slice(start, one.length - end), other.slice(start, other.length - end)];
}

/**
 * The number of lines that the shortest edit removes and adds (Myers, "An O(ND) difference
 * algorithm"): for each diagonal, how far that many edits reach. Undefined if it would take too
 * long.
 */
function shortestEdit(from: readonly string[], to: readonly string[]): number | undefined {
  const limit = Math.min(from.length + to.length, maxEdits);
  const reach = new Int32Array(2 * limit + 3);
  const middle = limit + 1;
  let left = maxComparisons;
  for (let edits = 0; edits <= limit; edits += 1) {
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const below = reach[middle + diagonal + 1] ?? 0;
      const before = reach[middle + diagonal - 1] ?? 0;
      const goesDown = diagonal === -edits || (diagonal !== edits && before < below);
      const start = goesDown ? below : before + 1;
      const end = follow(from, to, { at: start, diagonal });
      reach[middle + diagonal] = end;
      if (end >= from.length && end - diagonal >= to.length) return edits;
      left -= end - start + 1;
    }
    if (left < 0) return undefined;
  }
  return undefined;
}

/** Skips equal lines. */
function follow(
  from: readonly string[],
  to: readonly string[],
  { at, diagonal }: { readonly at: number; readonly diagonal: number },
): number {
  let end = at;
  while (end < from.length && end - diagonal < to.length && from[end] === to[end - diagonal]) {
    end += 1;
  }
  return end;
}

/** Surplus lines of each side, in any order. */
function unevenLines(from: readonly string[], to: readonly string[]): number {
  const surplus = new Map<string, number>();
  for (const line of from) surplus.set(line, (surplus.get(line) ?? 0) + 1);
  for (const line of to) surplus.set(line, (surplus.get(line) ?? 0) - 1);
  return [...surplus.values()].reduce((sum, count) => sum + Math.abs(count), 0);
}

/** Limit for counting the lines of one change, in bytes. */
const maxCountedBytes = 8 * 1024 * 1024;
/** Limit for counting the lines of one change, in files. */
const maxCountedFiles = 200;

export interface CountSources {
  readonly tree: PathHistory;
  readonly places: PathStates;
  /** Reads a copy by name; undefined if there is none. */
  readonly copy: (name: string) => Promise<Uint8Array | undefined>;
  readonly signal: AbortSignal;
}

/** The result of a change, with its line counts. */
export async function countChange(
  begun: BegunLine,
  after: readonly PathAfter[],
  sources: CountSources,
): Promise<Pick<EndedLine, 'after' | 'counts'>> {
  const before = imagesBefore(begun);
  const images: { path: string; image: FileImage }[] = [];
  const counts: EndedLine['counts'][number][] = [];
  let bytesLeft = maxCountedBytes;
  let filesLeft = maxCountedFiles;
  for (const { path, after: image } of after) {
    const old = before.get(path);
    const isNew = old !== undefined && filesLeft > 0 && !isSamePathState(old, image);
    const lines = isNew
      ? await currentLines(path, image, { ...sources, maxBytes: bytesLeft })
      : undefined;
    images.push({
      path,
      image: { ...recordedState(image), ...(lines && { lines: lines.length }) },
    });
    if (isNew && image.kind === 'file' && image.size <= countedBytes) {
      bytesLeft -= image.size;
      filesLeft -= 1;
    }
    if (old === undefined || lines === undefined) continue;
    const base = baseline(sources.tree, path, old);
    const counted = await countSince(base, lines, sources);
    if (counted !== undefined) counts.push({ path, ...counted });
  }
  return { after: images, counts };
}

/** States before the change; for a move, the state of the destination. */
function imagesBefore({ change }: BegunLine): ReadonlyMap<string, FileImage> {
  return change.kind === 'move'
    ? new Map([[change.to, change.replaced]])
    : new Map(change.places.map(({ path, image }) => [path, image]));
}

async function currentLines(
  path: string,
  image: PathState,
  { places, maxBytes, signal }: CountSources & { readonly maxBytes: number },
): Promise<readonly string[] | undefined> {
  if (image.kind !== 'file' || image.size > Math.min(countedBytes, maxBytes)) return undefined;
  if (image.bytes !== undefined) return textLinesOf(image.bytes);
  const read = await places.image(path, { maxBytes: countedBytes, signal });
  if (!read.ok || read.value.kind !== 'file' || !isSamePathState(read.value, image))
    return undefined;
  return read.value.bytes && textLinesOf(read.value.bytes);
}

/** The file as last kept or undone by the user. */
function baseline(tree: PathHistory, path: string, before: FileImage): FileImage {
  const item = tree.find(path);
  return item?.steps.some(isLive) === true ? item.was.image : before;
}

async function countSince(
  base: FileImage,
  lines: readonly string[],
  { copy }: CountSources,
): Promise<Omit<EndedLine['counts'][number], 'path'> | undefined> {
  if (base.kind !== 'file' || base.copy === undefined || base.lines === undefined) return undefined;
  const bytes = await copy(base.copy);
  const baseLines = bytes && textLinesOf(bytes);
  return baseLines && { base: base.stamp, ...countLineChanges(baseLines, lines) };
}
