import { isSamePathState } from '../../files/path-state';
import { uninterrupted } from '../../files/record-change';
import { escapeControlInline } from '../../../core/base/escape-control';
import { say, type Sentence } from '../../../core/base/sentence';
import { failure, fail, succeed, type Result } from '../../../core/contracts/failure';
import type { PathState } from '../../../core/contracts/file-changes';
import type { ChangeSides } from '../../../core/ports/file-changes';
import type { ChatChangeState } from './open-chats';
import { type FileImage, leftBy, pathsOf } from '../history/file-steps';
import { isPresent, type TrackedItem } from '../history/tracked-items';

/** The file as last kept or undone by the user; undefined if it did not exist. */
export async function bytesBefore(
  chat: ChatChangeState,
  changeId: string,
): Promise<Result<Uint8Array | undefined>> {
  const entry = chat.entries().shown.find(({ file }) => file.changeId === changeId);
  const item = entry?.head;
  if (item === undefined) return fail(gone(say`This change has been undone or kept.`));
  const { was, now } = item;
  // A file that was only moved has no copy: its current content is the original.
  const lacksCopy = was.image.kind === 'file' && was.image.copy === undefined;
  const isOwnCopy = isPresent(item) && lacksCopy && isSamePathState(was.image, now.image);
  return isOwnCopy ? currentBytes(chat, now) : copiedBytes(chat, was.image);
}

/** Both sides of what a call did to the file at a path. */
export async function diffSidesOf(
  chat: ChatChangeState,
  { toolCallId, path }: { readonly toolCallId: string; readonly path: string },
): Promise<Result<ChangeSides>> {
  const steps = chat.history
    .stepsOf(toolCallId)
    .map(({ step }) => step)
    .filter((step) => pathsOf(step).includes(path));
  const first = steps[0];
  const last = steps.at(-1);
  if (first === undefined || last === undefined) {
    return fail(
      gone(say`There is no record of what this call did to ${escapeControlInline(path)}.`),
    );
  }
  const left = leftBy(last);
  const at = last.kind === 'move' ? last.to : last.path;
  const found = await imageAt(chat, at);
  const isCurrent = found.ok && isSamePathState(found.value, left);
  const after = isCurrent && found.value.kind === 'file' ? found.value.bytes : undefined;
  if (first.kind === 'move') {
    if (after === undefined) return fail(gone(say`The file was moved and has changed since.`));
    return succeed({ before: after, after, isCurrent });
  }
  const before = await copiedBytes(chat, first.before);
  return before.ok ? succeed({ before: before.value, after, isCurrent }) : before;
}

function imageAt({ deps, limits }: ChatChangeState, path: string): Promise<Result<PathState>> {
  return deps.places.image(path, { maxBytes: limits.maxFileBytes, signal: uninterrupted() });
}

async function currentBytes(
  chat: ChatChangeState,
  { path, image }: TrackedItem['now'],
): Promise<Result<Uint8Array | undefined>> {
  const found = await imageAt(chat, path);
  if (!found.ok) return found;
  const bytes = found.value.kind === 'file' ? found.value.bytes : undefined;
  return bytes !== undefined && isSamePathState(found.value, image)
    ? succeed(bytes)
    : fail(gone(say`The file has changed since it was moved, or is too large to show.`));
}

async function copiedBytes(
  chat: ChatChangeState,
  image: FileImage,
): Promise<Result<Uint8Array | undefined>> {
  if (image.kind === 'absent') return succeed(undefined);
  if (image.kind === 'link') return succeed(Buffer.from(image.target));
  if (image.kind !== 'file') return fail(gone(say`This was not a file.`));
  const bytes = image.copy === undefined ? undefined : await chat.copy(image.copy);
  if (bytes !== undefined) return succeed(bytes);
  const { notKept: why } = image;
  if (why === undefined) return fail(gone(say`No copy of the previous content was kept.`));
  return fail(gone(say`No copy of the previous content was kept: ${why}.`));
}

function gone(message: Sentence) {
  return failure('execution', message, {
    suggestion: say`Open the file to see its current content.`,
  });
}
