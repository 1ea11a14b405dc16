import type {
  CallItem,
  NoticeItem,
  PanelState,
  TranscriptItem,
} from '../../src/core/contracts/panel/state';
import type { CallEnding } from '../../src/core/contracts/calls/ending';
import { t } from '../l10n/l10n';
import { changedText, undoOf } from './changes';
import { endingLooks } from './endings';
import { cutLine } from './format';
import { announceHistory } from './history';

/** Screen reader announcement for a new or changed item; none for streaming text. */
export function announceItem(
  before: TranscriptItem | undefined,
  after: TranscriptItem,
): string | undefined {
  if (after.type === 'notice') {
    const isKnown = before?.type === 'notice' && before.text === after.text;
    return isKnown ? undefined : announceNotice(after);
  }
  return after.type === 'call' ? announceCall(before, after) : undefined;
}

function announceNotice({ level, text, waitUntil }: NoticeItem): string {
  const spoken = { text: spokenText(text) };
  return waitUntil === undefined ? t(`notice.${level}`, spoken) : t(`notice.${level}Waits`, spoken);
}

/** In characters: enough to tell messages apart. */
const maxName = 200;

/** The name of a message in the transcript: who wrote it, and how it begins. */
export function messageName(
  key: 'entry.agent' | 'entry.you' | `notice.${NoticeItem['level']}`,
  text: string,
): string {
  const spoken = spokenText(text.slice(0, 4 * maxName)).replace(/\s+/g, ' ');
  return t(key, { text: cutLine(spoken.trim(), maxName) }).trim();
}

/** Markdown as one reads it aloud: table rows as lists, without marks. */
function spokenText(text: string): string {
  const lines = text.split('\n').flatMap((line) => {
    if (/^\s*\|?[\s:|-]*-[\s:|-]*$/.test(line)) return [];
    const cells = /^\s*\|/.test(line) ? line.split('|').map((cell) => cell.trim()) : [line];
    const row = cells.filter((cell) => cell !== '').join(', ');
    return row.trim() === '' ? [] : [cells.length > 1 ? `${row}.` : row];
  });
  return lines
    .join('\n')
    .replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replace(/^\s{0,3}(?:#{1,6}|>|[-*+])\s+/gm, '')
    .replace(/\*\*|__|[`*]/g, '');
}

/** The card shows all of it. */
const maxAction = 300;

function announceCall(before: TranscriptItem | undefined, after: CallItem): string | undefined {
  const known = before?.type === 'call' ? before : undefined;
  const { approval, title } = after;
  if (approval && approval.approvalId !== known?.approval?.approvalId) {
    const action = cutLine(approval.action, maxAction);
    return approval.isNews === true
      ? t('say.approvalNews', { title, action })
      : t('say.approval', { action });
  }
  return announceEvent(known, after);
}

function announceEvent(known: CallItem | undefined, after: CallItem): string | undefined {
  const event = commandEvent(after);
  const asked = askedText(after);
  const isKnown = known && commandEvent(known) === event && askedText(known) === asked;
  if (event === undefined || isKnown === true) return undefined;
  const { title } = after;
  return asked === '' ? t('say.call', { event, title }) : t('say.callAsks', { title, asked });
}

/** What a command that waits for input asks. */
function askedText({ waitsForInput, input }: CallItem): string {
  return waitsForInput === true ? (input?.question ?? input?.line ?? '') : '';
}

/** Announcement for the result of a call. */
function commandEvent(item: CallItem): string | undefined {
  if (item.retry) return retryText(item.retry);
  if (item.waitsForInput === true) return t('call.waitsForInput');
  if (undoOf(item) === 'undone') {
    return item.status === 'failed' ? t('call.failedUndone') : t('call.undone');
  }
  if (item.ranInBackground === true) return t('call.endedInBackground');
  const { ending } = item;
  return ending === undefined || quiet.has(ending) ? undefined : endingLooks[ending].text;
}

/** The user expects these: they follow from what the user did, or are what calls usually do. */
const quiet: ReadonlySet<CallEnding> = new Set(['completed', 'cancelled', 'denied-by-user']);

export function retryText(retry: NonNullable<CallItem['retry']>): string {
  return t('call.retrying', retry);
}

/** `last`: the newest item; a notice at the end says itself that the reply did not just finish. */
export function announceState(
  before: PanelState,
  after: PanelState,
  last: TranscriptItem | undefined,
): string | undefined {
  const list = announceHistory(before.history, after.history);
  if (before.activeChat !== after.activeChat) return list;
  const count = after.queued.length;
  const texts = [
    list ?? '',
    isRunning(before) && !isRunning(after) ? finishedText(last, after.announceReplies) : '',
    count !== before.queued.length ? t('say.queued', { count }) : '',
    changesEvent(before, after),
    permissionEvent(before, after),
  ];
  return texts.join(' ').trim() || undefined;
}

function finishedText(
  last: TranscriptItem | undefined,
  announced: PanelState['announceReplies'] = 'off',
): string {
  if (last?.type === 'notice') return '';
  if (announced === 'off' || last?.type !== 'assistant' || last.thought) return t('say.finished');
  const text = spokenText(last.text).trim();
  const said = announced === 'all' ? text : (/^[^]*?[.!?:](?=\s|$)/.exec(text)?.[0] ?? text);
  return t('say.finishedText', {
    text: cutLine(said, announced === 'all' ? maxReply : maxSentence),
  });
}

/** In characters; a live region with more is cut off or blocks the reader. */
const maxReply = 20_000;
const maxSentence = 500;

function changesEvent(before: PanelState, after: PanelState): string {
  const { changes, moreChanges = 0 } = after;
  const count = changes.length + moreChanges;
  if (count === before.changes.length + (before.moreChanges ?? 0)) return '';
  return count === 0 ? t('say.noChanges') : changedText(changes, moreChanges);
}

function permissionEvent({ permission: before }: PanelState, { permission }: PanelState): string {
  return permission === before ? '' : t('say.permission', { level: t(`permission.${permission}`) });
}

/** True while the chat in sight has a turn running. */
export function isRunning(state: PanelState): boolean {
  return state.chats.find(({ id }) => id === state.activeChat)?.running ?? false;
}
