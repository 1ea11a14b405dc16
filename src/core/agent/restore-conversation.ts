import { say, type Sentence } from '../base/sentence';
import { gatehouseMeta, parseMeta, shownMeta, type SessionUpdate } from '../contracts/chats/acp';
import type { ToolMessage } from '../contracts/chats/messages';
import type {
  EntryPart,
  StoredConversation,
  ConversationEntry,
} from '../contracts/chats/conversation';
import { isObject } from '../contracts/json';
import { isStoredUsage, parseContextSize } from '../contracts/chats/stored-updates';
import type { Ids } from '../ports/system';
import { CallIds } from './conversation/call-ids';
import type { ConversationStart, Checkpoint, UserRun } from './conversation/conversation-start';
import { MessageHistory } from './history/message-history';
import { readState, type StoredState } from './conversation/conversation-log';
import {
  restoreHistory,
  type RestoredHistory,
  interruptedFailure,
} from './persistence/history-entries';
import { failure, type Failure } from '../contracts/failure';
import type { AnnouncedCall } from '../ports/runner';
import { fencedData } from './acp/prompt-content';
import {
  readShown,
  withoutWait,
  isEnded,
  type ShownEntry,
} from './persistence/transcript-recorder';
import { toEntryValue } from './persistence/entry-values';

export interface RestoredConversation {
  readonly start: ConversationStart;
  /** The whole transcript in order; each call in it has ended. */
  readonly shown: readonly SessionUpdate[];
  readonly usage: SessionUpdate | undefined;
  /** Calls that a crash interrupted, and the answers that the model reads. */
  readonly endedCalls: readonly InterruptedEnd[];
  readonly endedAnswers: readonly ToolMessage[];
  /** Text of an answer that broke off and is not in the history yet. */
  readonly brokenOff: string;
  readonly wasAtWork: boolean;
  readonly snapshot: unknown;
  readonly missing: readonly Sentence[];
}

/** Reads a stored chat as far as possible; missing or invalid parts do not affect the rest. */
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
  const unread = { shown: entries.length - shown.length, history: history.unread };
  const { snapshots } = state;
  return {
    start: startOf(stored, { history, state, shown, ids }),
    shown: shown.flatMap(({ key, updates }) => {
      const call = ended.get(key);
      return call === undefined ? updates.map(withoutWait) : [call.update];
    }),
    usage: isStoredUsage(state.usage) ? state.usage : undefined,
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

function startOf(
  { info }: StoredConversation,
  { history, state, shown, ids }: RestoredParts,
): ConversationStart {
  const calls = shown.flatMap(({ call }) => (call === undefined ? [] : [call.toolCallId]));
  const { snapshots, unfinished, offers, model, shownNotices, spending } = state;
  return {
    history: new MessageHistory(history.state),
    callIds: new CallIds(ids, [...state.callIds, ...calls, ...history.callIds]),
    userRuns: state.userRuns,
    checkpoints: new Map(state.checkpoints.flatMap((mark) => checkpointOf(mark, state))),
    forgotten: new Set(state.forgotten),
    trust: state.trust,
    permission: state.permission,
    forkOf: state.forkOf,
    cwd: info.cwd,
    saved: {
      record: { names: history.names, lastName: history.last, snapshots: snapshots.end },
      unfinished: state.isWorking ? 'other' : unfinished,
      offers,
      model,
      shownNotices,
      spending,
      messages: info.messages,
      contextSize: parseContextSize(state.usage),
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

/** In a turn of the model it is the user's edit of a call, and its answer is that of the round. */
function withoutUserRun(ended: InterruptedEnd): InterruptedEnd {
  return { ...ended, userRun: undefined };
}

/** The text of the last answer when the window ended, unless it is in the history. */
function unfinishedAnswer(shown: readonly ShownEntry[], { state }: RestoredHistory): string {
  const start = shown.findLastIndex(
    ({ call, updates }) => call !== undefined || isUserMessage(updates),
  );
  const text = shown
    .slice(start + 1)
    .flatMap(({ updates }) => updates)
    .flatMap(modelText)
    .join('');
  const last = state.messages.findLast(({ role }) => role !== 'tool');
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
  unread: { readonly shown: number; readonly history: number },
  { isForeign, lacksTrust }: StoredState,
): readonly Sentence[] {
  return [
    ...(unread.shown > 0 ? [say`${entriesText(unread.shown)} of the transcript`] : []),
    ...(unread.history > 0 ? [say`${entriesText(unread.history)} of the model's history`] : []),
    ...(lacksTrust ? [lostTrust] : []),
    ...(isForeign ? [say`parts of the state that another version of Gatehouse saved`] : []),
  ];
}

const lostTrust = say`the trust levels that you set, so that built-in tools are untrusted until you set a level`;

function entriesText(count: number): Sentence {
  return count === 1 ? say`1 entry` : say`${{ amount: count }} entries`;
}

type ToolCall = Extract<SessionUpdate, { sessionUpdate: 'tool_call' }>;

interface InterruptedEnd {
  readonly call: AnnouncedCall;
  readonly update: ToolCall;
  readonly entry: ConversationEntry;
  /** The text that the model reads, for a typed call. */
  readonly userRun: UserRun | undefined;
}

const neverAllowed = failure(
  'cancelled',
  say`Interrupted: the window closed or crashed while this call waited for approval. There is no record that it ran.`,
  { suggestion: interruptedFailure.suggestion },
);

/** Ends an interrupted call; undefined for one that has ended. */
export function endInterrupted({ key, call }: ShownEntry): InterruptedEnd | undefined {
  if (call === undefined || isEnded(call)) return undefined;
  const failed = call.status === 'pending' ? neverAllowed : interruptedFailure;
  const update = endedUpdate(call, failed);
  const { toolCallId, rawInput } = call;
  const { tool = call.title, origin } = parseMeta(shownMeta, call._meta);
  const args = isObject(rawInput) ? rawInput : {};
  const heading = `The user ran ${tool} ${JSON.stringify(args)} (interrupted). It answered`;
  return {
    call: { toolCallId, tool, args },
    update,
    entry: { part: 'transcript', key, value: toEntryValue(update), words: call.title },
    userRun:
      origin === 'user' ? { toolCallId, text: fencedData(heading, failed.message) } : undefined,
  };
}

function endedUpdate(call: ToolCall, failure: Failure): ToolCall {
  // Its live output is now its text; what it waited for is gone with the window.
  const { waitsForInput: _, retry: __, tail: ___, ...meta } = gatehouseMeta(call._meta) ?? {};
  const text = parseMeta(shownMeta, call._meta).tail || failure.message;
  return {
    ...call,
    status: 'failed',
    content: [{ type: 'content', content: { type: 'text', text } }],
    _meta: { gatehouse: { ...meta, failure, cancelled: true, interrupted: true } },
  };
}
