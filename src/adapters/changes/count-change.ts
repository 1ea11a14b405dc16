import type { PathAfter, PathState } from '../../core/contracts/file-changes';
import type { PathStates } from '../../core/ports/file-changes';
import { isSameState, recordedState, type RecordedState } from './kept-image';
import { isLive } from './known-items';
import { countLineChanges, countedBytes, textLinesOf } from './line-counts';
import type { BegunLine, EndedLine } from './record-lines';
import type { PathHistory } from './tree';

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
    images.push({ path, image: { ...recordedState(image), ...(lines && { lines: lines.length }) } });
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

/** What the file was when the person last kept or undid it. */
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
