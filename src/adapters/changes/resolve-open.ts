import type { PlaceAfter } from '../../core/contracts/file-changes';
import type { Places } from '../../core/ports/file-changes';
import type { History } from './history';
import { isSameImage, stateOf } from './kept-image';
import type { BegunChange, BegunLine, RecordLine } from './record-lines';

/**
 * A window ended in the middle of changes: what stands at their places now says whether they were
 * made. What cannot be looked at stays open.
 */
export async function resolveOpen(
  { open }: Pick<History, 'open'>,
  places: Places,
): Promise<readonly RecordLine[]> {
  const lines: RecordLine[] = [];
  for (const begun of open.values()) {
    const line = await resolve(begun, places);
    if (line !== undefined) lines.push(line);
  }
  return lines;
}

async function resolve(begun: BegunLine, places: Places): Promise<RecordLine | undefined> {
  const { change, order, at } = begun;
  const paths =
    change.kind === 'move' ? [change.from, change.to] : change.places.map(({ path }) => path);
  const found: PlaceAfter[] = [];
  for (const path of paths) {
    const image = await places.image(path, { signal: new AbortController().signal });
    if (!image.ok) return undefined;
    found.push({ path, after: image.value });
  }
  if (isAsBefore(change, found)) return { is: 'abandoned', order };
  const after = found.map(({ path, after: image }) => ({ path, image: stateOf(image) }));
  return { is: 'ended', order, at, after, counts: [] };
}

function isAsBefore(change: BegunChange, found: readonly PlaceAfter[]): boolean {
  const before = change.kind === 'move' ? [change.replaced] : change.places.map((one) => one.image);
  // Of a move the place it was to lead to counts.
  const now = change.kind === 'move' ? found.slice(1) : found;
  return before.every((image, index) => isSameImage(image, now[index]?.after ?? image));
}
