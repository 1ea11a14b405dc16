import type { PathAfter } from '../../core/contracts/file-changes';
import type { PathStates } from '../../core/ports/file-changes';
import type { ChangeHistory } from './history';
import { isSameState, recordedState } from './kept-image';
import type { BegunChange, BegunLine, RecordLine } from './record-lines';

/**
 * A window ended in the middle of changes: what stands at their places now says whether they were
 * made. What cannot be looked at stays open.
 */
export async function resolveInterrupted(
  { open }: Pick<ChangeHistory, 'open'>,
  places: PathStates,
): Promise<readonly RecordLine[]> {
  const lines: RecordLine[] = [];
  for (const begun of open.values()) {
    const line = await resolve(begun, places);
    if (line !== undefined) lines.push(line);
  }
  return lines;
}

async function resolve(begun: BegunLine, places: PathStates): Promise<RecordLine | undefined> {
  const { change, order, at } = begun;
  const paths =
    change.kind === 'move' ? [change.from, change.to] : change.places.map(({ path }) => path);
  const found: PathAfter[] = [];
  for (const path of paths) {
    const image = await places.image(path, { signal: new AbortController().signal });
    if (!image.ok) return undefined;
    found.push({ path, after: image.value });
  }
  if (isAsBefore(change, found)) return { is: 'abandoned', order };
  const after = found.map(({ path, after: image }) => ({ path, image: recordedState(image) }));
  return { is: 'ended', order, at, after, counts: [] };
}

function isAsBefore(change: BegunChange, found: readonly PathAfter[]): boolean {
  const before = change.kind === 'move' ? [change.replaced] : change.places.map((one) => one.image);
  // Of a move the place it was to lead to counts.
  const now = change.kind === 'move' ? found.slice(1) : found;
  return before.every((image, index) => isSameState(image, now[index]?.after ?? image));
}
