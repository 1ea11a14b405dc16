import { durationOf } from '../../../core/base/wording';
import type { ChangedFile, ChangeKind } from '../../../core/contracts/file-changes';
import type { ChangedFileItem } from '../../../core/contracts/panel/state';
import type { ChangedChat } from '../../../core/ports/file-changes';
import { neutralPickText } from '../../window/neutral-text';
import { changedItem } from '../../panel/chat/chat-changes';
import { countChanged, shownFileName } from '../../panel/changes/change-texts';
import { shown, shownTime, t } from '../../window/language';

const mostNamed = 4;
const dayMs = 24 * 60 * 60 * 1000;

const kinds = (): Readonly<Record<ChangeKind, string>> => ({
  created: t('new: undo removes it'),
  changed: t('changed'),
  deleted: t('deleted: undo brings it back'),
  moved: t('moved: undo moves it back'),
});

/** The chats with changes; those of closed windows no longer have a title. */
export function chatItems(
  chats: readonly ChangedChat[],
  titleOf: (sessionId: string) => string | undefined,
  now: number,
) {
  return chats.map((chat) => ({
    label: neutralPickText(titleOf(chat.sessionId) ?? t('An earlier chat')),
    description: `${countChanged(chat.files)} · ${timeText(chat.changedAt, now)}`,
    detail: neutralPickText(namesOf(chat.files)),
    chat,
  }));
}

export function fileItems(files: readonly ChangedFile[], folders: readonly string[]) {
  return files
    .filter(({ notKept }) => notKept === undefined)
    .map((file) => ({
      label: neutralPickText(`${shownFileName(file.path)}${file.isFolder ? '/' : ''}`),
      description: [kinds()[file.kind], ...linesText(file)].join(' · '),
      detail: neutralPickText(placeOf(changedItem(file, folders))),
      // All selected at first: the user deselects.
      picked: true,
      file,
    }));
}

/** The time of a change: how long ago, or the day. */
export function timeText(at: number, now: number): string {
  const passed = Math.max(0, now - at);
  return passed < dayMs ? t('{0} ago', shown(durationOf(passed))) : shownTime(at);
}

function namesOf(files: readonly ChangedFile[]): string {
  const more = files.length - mostNamed;
  const names = files.slice(0, mostNamed).map(({ path }) => shownFileName(path));
  return more > 0 ? t('{0}, and {1} more', names.join(', '), more) : names.join(', ');
}

function linesText({ added, removed }: ChangedFile): readonly string[] {
  if (added === undefined || removed === undefined) return [];
  return [`+${String(added)} −${String(removed)}`];
}

function placeOf({ folder, movedFrom }: ChangedFileItem): string {
  const place = folder === '' ? [] : [t('in {0}', folder)];
  return [...place, ...(movedFrom === undefined ? [] : [t('was {0}', movedFrom)])].join(' · ');
}
