import type { CallItem, NoticeItem, PanelState, TranscriptItem } from '../src/core/contracts/panel';
import { formatCount } from './format';

/** What a screen reader should hear of a new or changed item; nothing of streaming text. */
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
  const wait = waitUntil === undefined ? '' : ' Waiting to try again.';
  return `${noticeLabel[level]}: ${text}${wait}`;
}

function announceCall(before: TranscriptItem | undefined, after: CallItem): string | undefined {
  const known = before?.type === 'call' ? before : undefined;
  const { approval, title } = after;
  if (approval && approval.approvalId !== known?.approval?.approvalId) {
    return `Approval needed: ${title}`;
  }
  const event = commandEvent(after);
  return event === undefined || (known && commandEvent(known) === event)
    ? undefined
    : `${event}: ${title}`;
}

/** What a call has come to that is worth a word. */
function commandEvent(item: CallItem): string | undefined {
  if (item.retry) return retryText(item.retry);
  if (item.waitsForInput === true) return 'Waits for input';
  if (item.ranInBackground === true) return 'Ended in the background';
  return item.status === 'failed' ? 'Failed' : undefined;
}

export const noticeLabel = { info: 'Notice', warning: 'Warning', error: 'Error' } as const;

export function retryText({ attempt, of }: NonNullable<CallItem['retry']>): string {
  return `Trying again (${attempt} of ${of})`;
}

export function announceState(before: PanelState, after: PanelState): string | undefined {
  if (before.activeChat !== after.activeChat) return undefined;
  const count = after.queued.length;
  const texts = [
    isRunning(before) && !isRunning(after) ? 'Reply finished.' : '',
    count !== before.queued.length ? `${formatCount(count, 'message')} queued.` : '',
  ];
  return texts.join(' ').trim() || undefined;
}

/** True while the chat in sight has a turn running. */
export function isRunning(state: PanelState): boolean {
  return state.chats.find(({ id }) => id === state.activeChat)?.running ?? false;
}
