import type { SessionUpdate } from '../../contracts/acp';
import type { ToolMessage } from '../../contracts/chat';
import type { EntryPart, StoredConversation } from '../../contracts/conversation';
import { readCount } from '../../base/json-read';
import type { Ids } from '../../ports/ids';
import { createCallIds } from '../call-ids';
import type { ConversationStart, Checkpoint } from '../chat';
import { createMessageHistory } from '../history/history';
import { endInterrupted, type EndedCall } from './end-interrupted';
import { readState, type StoredState } from './read-state';
import { readShown, readUsage, withoutWait, type ShownEntry } from './read-transcript';
import { restoreHistory, type RestoredHistory } from './restore-history';

/** A stored chat, ready to be opened. */
export interface RestoredConversation {
  readonly start: ConversationStart;
  /** All that it has shown, in order; each call of it has ended. */
  readonly shown: readonly SessionUpdate[];
  readonly usage: SessionUpdate | undefined;
  /** Calls that a crash cut short, and the answers to them that the model reads. */
  readonly endedCalls: readonly EndedCall[];
  readonly endedAnswers: readonly ToolMessage[];
  /** What an answer said that broke off, and the model does not know yet. */
  readonly brokenOff: string;
  /** A turn had not ended. */
  readonly wasAtWork: boolean;
  /** What the pipeline knew of the chat; undefined when nothing is stored of it. */
  readonly snapshot: unknown;
  /** What could not be read, in words. */
  readonly missing: readonly string[];
}

/** Reads a stored chat; whatever is missing in it or garbage, the rest is there. */
export function restoreConversation(stored: StoredConversation, ids: Ids): RestoredConversation {
  const part = (name: EntryPart) => stored.entries.filter((each) => each.part === name);
  const entries = part('transcript').map(readShown);
  const shown = entries.filter((each) => each !== undefined);
  const history = restoreHistory(part('history'));
  const state = readState(part('state'));
  const ended = new Map(
    shown.flatMap((each) => {
      const call = endInterrupted(each);
      return call === undefined ? [] : [[each.key, call] as const];
    }),
  );
  const unread = { shown: entries.length - shown.length, told: history.unread };
  const { snapshots } = state;
  return {
    start: startOf(stored, { history, state, shown, ids }),
    shown: shown.flatMap(({ key, updates }) => {
      const call = ended.get(key);
      return call === undefined ? updates.map(withoutWait) : [call.update];
    }),
    usage: readUsage(state.usage),
    endedCalls: [...ended.values()].map((each) => (state.isWorking ? withoutUserRun(each) : each)),
    endedAnswers: history.interrupted,
    brokenOff: state.isWorking ? unfinishedAnswer(shown, history) : '',
    wasAtWork: state.isWorking,
    snapshot: snapshots.isBroken ? null : snapshots.at.get(snapshots.end.at),
    missing: describeMissing(unread, state),
  };
}

interface RestoredParts {
  readonly history: RestoredHistory;
  readonly state: StoredState;
  readonly shown: readonly ShownEntry[];
  readonly ids: Ids;
}

function startOf({ info }: StoredConversation, { history, state, shown, ids }: RestoredParts): ConversationStart {
  const calls = shown.flatMap(({ call }) => (call === undefined ? [] : [call.toolCallId]));
  const { snapshots, unfinished, offers, model, shownNotices: told, spending } = state;
  return {
    history: createMessageHistory(history.state),
    callIds: createCallIds(ids, [...state.callIds, ...calls, ...history.callIds]),
    userRuns: state.userRuns,
    checkpoints: new Map(state.checkpoints.flatMap((mark) => checkpointOf(mark, state))),
    forgotten: new Set(state.forgotten),
    cwd: info.cwd,
    saved: {
      record: { names: history.names, lastName: history.last, snapshots: snapshots.end },
      unfinished: state.isWorking ? 'other' : unfinished,
      offers,
      model,
      shownNotices: told,
      spending,
      messages: info.messages,
      contextSize: readCount(state.usage, 'size'),
    },
  };
}

function checkpointOf(
  { messageId, at, userRuns: notes }: StoredState['checkpoints'][number],
  { snapshots }: StoredState,
): readonly (readonly [string, Checkpoint])[] {
  const snapshot = snapshots.at.get(at);
  return snapshot === undefined ? [] : [[messageId, { snapshot, userRuns: notes }]];
}

/** In a turn of the model it is the person's edit of a call, and its answer is the round's. */
function withoutUserRun(ended: EndedCall): EndedCall {
  return { ...ended, userRun: undefined };
}

/** What the last answer had said when the window ended, unless it is in the history. */
function unfinishedAnswer(shown: readonly ShownEntry[], { state: told }: RestoredHistory): string {
  const start = shown.findLastIndex(
    ({ call, updates }) => call !== undefined || isUserMessage(updates),
  );
  const text = shown
    .slice(start + 1)
    .flatMap(({ updates }) => updates)
    .flatMap(modelText)
    .join('');
  const last = told.messages.findLast(({ role }) => role !== 'tool');
  return last?.role === 'assistant' && last.text.startsWith(text) ? '' : text;
}

function isUserMessage(updates: readonly SessionUpdate[]): boolean {
  return updates.some(({ sessionUpdate }) => sessionUpdate === 'user_message_chunk');
}

function modelText(update: SessionUpdate): readonly string[] {
  if (update.sessionUpdate !== 'agent_message_chunk' || update._meta) return [];
  return update.content.type === 'text' ? [update.content.text] : [];
}

function describeMissing(
  unread: { readonly shown: number; readonly told: number },
  { isForeign }: StoredState,
): readonly string[] {
  return [
    ...(unread.shown > 0 ? [`${entriesText(unread.shown)} of what it showed`] : []),
    ...(unread.told > 0 ? [`${entriesText(unread.told)} of what the model was told`] : []),
    ...(isForeign ? ['what another version of Gatehouse kept of its state'] : []),
  ];
}

function entriesText(count: number): string {
  return count === 1 ? 'one entry' : `${String(count)} entries`;
}
