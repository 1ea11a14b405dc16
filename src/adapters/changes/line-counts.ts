import { decodeText } from '../../core/base/encoding';
import type { PathAfter, PathState } from '../../core/contracts/file-changes';
import type { PathStates } from '../../core/ports/file-changes';
import { isSameState, recordedState, type RecordedState } from './file-steps';
import { isLive, type PathHistory } from './path-history';
import type { BegunLine, EndedLine } from './record-format';

export interface ChangedLineCounts {
  readonly added: number;
  readonly removed: number;
}

/** Larger files are not counted. */
const countedBytes = 1024 * 1024;

/** Beyond these a comparison is broken off, and the count is an estimate. */
const maxEdits = 2000;
const maxComparisons = 5_000_000;

/** The lines of a file with their endings; undefined for what is no text or too large to count. */
export function textLinesOf(bytes: Uint8Array): readonly string[] | undefined {
  if (bytes.length > countedBytes) return undefined;
  const decoded = decodeText(bytes);
  return decoded.kind === 'text' ? (decoded.text.match(/[^\n]*\n|[^\n]+$/g) ?? []) : undefined;
}

/**
 * Lines removed and added in the shortest way from one text to the other. Of texts that differ
 * beyond reason it counts the lines of which one has more than the other.
 */
export function countLineChanges(
  before: readonly string[],
  after: readonly string[],
): ChangedLineCounts {
  const inBefore = new Set(before);
  const inAfter = new Set(after);
  // A line that only one side has is part of every way, so the others alone have to be compared.
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
 * How many lines the shortest way removes and adds (Myers, "An O(ND) difference algorithm"): for
 * each diagonal how far so many edits lead. Undefined when it would take too long.
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

/** How far the lines are the same. */
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

/** Lines of which one side has more than the other, in any order. */
function unevenLines(from: readonly string[], to: readonly string[]): number {
  const surplus = new Map<string, number>();
  for (const line of from) surplus.set(line, (surplus.get(line) ?? 0) + 1);
  for (const line of to) surplus.set(line, (surplus.get(line) ?? 0) - 1);
  return [...surplus.values()].reduce((sum, count) => sum + Math.abs(count), 0);
}

/** Bytes that are looked at to count the lines of one change. */
const maxCountedBytes = 8 * 1024 * 1024;
/** Files of one change whose lines are counted. */
const maxCountedFiles = 200;

export interface CountSources {
  readonly tree: PathHistory;
  readonly places: PathStates;
  /** Of a copy by its name; undefined when there is none. */
  readonly copy: (name: string) => Promise<Uint8Array | undefined>;
  readonly signal: AbortSignal;
}

/** What a change has left, with its lines counted once and for all. */
export async function countChange(
  begun: BegunLine,
  after: readonly PathAfter[],
  sources: CountSources,
): Promise<Pick<EndedLine, 'after' | 'counts'>> {
  const before = imagesBefore(begun);
  const images: { path: string; image: RecordedState }[] = [];
  const counts: EndedLine['counts'][number][] = [];
  let bytesLeft = maxCountedBytes;
  let filesLeft = maxCountedFiles;
  for (const { path, after: image } of after) {
    const old = before.get(path);
    const isNew = old !== undefined && filesLeft > 0 && !isSameState(old, image);
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

/** Of a move what stood where it leads to: a new file may take the place of an old one. */
function imagesBefore({ change }: BegunLine): ReadonlyMap<string, RecordedState> {
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
  if (!read.ok || read.value.kind !== 'file' || !isSameState(read.value, image)) return undefined;
  return read.value.bytes && textLinesOf(read.value.bytes);
}

/** The file as the user last kept or undid it. */
function baseline(tree: PathHistory, path: string, before: RecordedState): RecordedState {
  const item = tree.find(path);
  return item?.steps.some(isLive) === true ? item.was.image : before;
}

async function countSince(
  base: RecordedState,
  lines: readonly string[],
  { copy }: CountSources,
): Promise<Omit<EndedLine['counts'][number], 'path'> | undefined> {
  if (base.kind !== 'file' || base.copy === undefined || base.lines === undefined) return undefined;
  const bytes = await copy(base.copy);
  const baseLines = bytes && textLinesOf(bytes);
  return baseLines && { base: base.stamp, ...countLineChanges(baseLines, lines) };
}
