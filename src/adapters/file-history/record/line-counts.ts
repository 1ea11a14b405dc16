import { isSamePathState } from '../../files/path-state';
import { uninterrupted } from '../../files/record-change';
import { countChangedLines, linesWithEndings } from '../../../core/base/changed-lines';
import type { PathAfter, PathState } from '../../../core/contracts/file-changes';
import { stateOnly, type FileImage } from '../history/file-steps';
import type { ChatChangeState } from './open-chats';
import { countedBytes, textOf } from './plan-copies';
import { isLive } from '../history/tracked-items';
import { statesBefore, type BegunLine, type EndedLine } from '../history/record-format';

/** Limit for counting the lines of one change, in bytes. */
const maxCountedBytes = 8 * 1024 * 1024;
/** Limit for counting the lines of one change, in files. */
const maxCountedFiles = 200;

/** The result of a change, with its line counts. */
export async function countChange(
  chat: ChatChangeState,
  begun: BegunLine,
  after: readonly PathAfter[],
): Promise<Pick<EndedLine, 'after' | 'counts'>> {
  const before = new Map(statesBefore(begun.change).map(({ path, image }) => [path, image]));
  const images: { path: string; image: FileImage }[] = [];
  const counts: EndedLine['counts'][number][] = [];
  let bytesLeft = maxCountedBytes;
  let filesLeft = maxCountedFiles;
  for (const { path, after: image } of after) {
    const old = before.get(path);
    const isNew = old !== undefined && filesLeft > 0 && !isSamePathState(old, image);
    const text = isNew ? await currentText(chat, { path, image }, bytesLeft) : undefined;
    images.push({
      path,
      image: {
        ...stateOnly(image),
        ...(text !== undefined && { lines: linesWithEndings(text).length }),
      },
    });
    if (isNew && image.kind === 'file' && image.size <= countedBytes) {
      bytesLeft -= image.size;
      filesLeft -= 1;
    }
    if (old === undefined || text === undefined) continue;
    const counted = await countSince(chat, baseline(chat, path, old), text);
    if (counted !== undefined) counts.push({ path, ...counted });
  }
  return { after: images, counts };
}

async function currentText(
  { deps: { places } }: ChatChangeState,
  { path, image }: { readonly path: string; readonly image: PathState },
  maxBytes: number,
): Promise<string | undefined> {
  if (image.kind !== 'file' || image.size > Math.min(countedBytes, maxBytes)) return undefined;
  if (image.bytes !== undefined) return textOf(image.bytes);
  const read = await places.image(path, { maxBytes: countedBytes, signal: uninterrupted() });
  if (!read.ok || read.value.kind !== 'file' || !isSamePathState(read.value, image)) {
    return undefined;
  }
  return read.value.bytes && textOf(read.value.bytes);
}

/** The file as last kept or undone by the user. */
function baseline({ history }: ChatChangeState, path: string, before: FileImage): FileImage {
  const item = history.tree.find(path);
  return item?.steps.some(isLive) === true ? item.was.image : before;
}

async function countSince(
  chat: ChatChangeState,
  base: FileImage,
  text: string,
): Promise<Omit<EndedLine['counts'][number], 'path'> | undefined> {
  if (base.kind !== 'file' || base.copy === undefined || base.lines === undefined) return undefined;
  const bytes = await chat.copy(base.copy);
  const before = bytes && textOf(bytes);
  if (before === undefined) return undefined;
  return { base: base.stamp, ...countChangedLines(before, text) };
}
