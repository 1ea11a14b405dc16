import type { ConversationEntry } from '../../contracts/chats/conversation';
import type { Conversation, UserRun, Checkpoint } from './conversation';
import { toEntryValue, stringsOf } from '../persistence/entry-values';
import type { NoticeAction } from '../../contracts/chats/acp';
import { isObject, readCount, readList, readString, readValue } from '../../base/json';
import { readSpending, type SpendingState } from './spending';
import { isOfSnapshots, readSnapshots, type ReadSnapshots } from '../persistence/snapshot-log';

/** Increase when the stored format changes. */
const stateSchema = 1;

/** Stages what changes with each round: a few values, however long the chat is. */
export function saveState(chat: Conversation): void {
  const {
    record,
    spending,
    unfinished,
    offers,
    isWorking: atWork,
    shownNotices: told,
    model,
  } = chat;
  const { inputTokens, outputTokens, cost } = spending.totals();
  record.saveQueue.stage({
    facts: {
      tokens: inputTokens + outputTokens,
      messages: chat.messages,
      ...(cost !== undefined && { cost }),
    },
    put: [
      stateEntry('chat', {
        schema: stateSchema,
        unfinished,
        offers,
        atWork,
        model,
        told: [...told],
        spending: spending.state(),
      }),
    ],
  });
}

/** Stages the pipeline's state of the chat. */
export function saveSnapshot({ record, deps, id }: Conversation): void {
  record.snapshots.append(deps.runner.snapshot(id));
}

export function saveUserRun({ record }: Conversation, note: UserRun): void {
  record.saveQueue.stage({ put: [userRunEntry(note)] });
}

/** Call when they were sent to the model. */
export function removeUserRuns({ record }: Conversation, notes: readonly UserRun[]): void {
  const remove = notes.map(
    ({ toolCallId }) => ({ part: 'state', key: userRunKey(toolCallId) }) as const,
  );
  record.saveQueue.stage({ remove });
}

/** Stages the checkpoint of a message; its snapshot as a position in the snapshot log. */
export function saveCheckpoint(
  { record }: Conversation,
  messageId: string,
  mark: Checkpoint,
): void {
  const at = record.snapshots.append(mark.snapshot);
  const value = { at, notes: mark.userRuns };
  record.saveQueue.stage({ put: [stateEntry(checkpointKey(messageId), value)] });
}

/** Call when the history no longer has these messages. */
export function removeCheckpoints({ record }: Conversation, messageIds: readonly string[]): void {
  const remove = messageIds.map((id) => ({ part: 'state', key: checkpointKey(id) }) as const);
  record.saveQueue.stage({ remove });
}

/** `count`: how many calls the chat had forgotten before. */
export function saveForgotten(
  { record }: Pick<Conversation, 'record'>,
  toolCallIds: readonly string[],
  count: number,
): void {
  record.saveQueue.stage({ put: [stateEntry(`${forgottenPrefix}${String(count)}`, toolCallIds)] });
}

/** For /clear: of the stored state only the used call ids stay. */
export function saveCleared(chat: Conversation): void {
  const { record, callIds } = chat;
  record.transcript.clear();
  record.snapshots.clear();
  record.saveQueue.stage({
    drop: ['transcript', 'state'],
    facts: { cost: 0 },
    put: [stateEntry('ids', callIds.used())],
  });
  saveState(chat);
}

/** Stages everything but the transcript of a chat that is not stored yet. */
export function saveAll(chat: Conversation): void {
  chat.record.history.saveAll();
  for (const [messageId, mark] of chat.checkpoints) saveCheckpoint(chat, messageId, mark);
  for (const note of chat.userRuns) saveUserRun(chat, note);
  if (chat.forgotten.size > 0) saveForgotten(chat, [...chat.forgotten], 0);
  chat.record.saveQueue.stage({ put: [stateEntry('ids', chat.callIds.used())] });
  saveState(chat);
  saveSnapshot(chat);
}

const forgottenPrefix = 'forgotten:';
const userRunPrefix = 'note:';
const checkpointPrefix = 'mark:';

function userRunKey(toolCallId: string): string {
  return `${userRunPrefix}${toolCallId}`;
}

function checkpointKey(messageId: string): string {
  return `${checkpointPrefix}${messageId}`;
}

function userRunEntry(note: UserRun): ConversationEntry {
  return stateEntry(userRunKey(note.toolCallId), note);
}

function stateEntry(key: string, value: unknown): ConversationEntry {
  return { part: 'state', key, value: toEntryValue(value) };
}

/** The `state` part of a stored chat. Missing or unreadable values are as in a new chat. */
export interface StoredState {
  readonly unfinished: 'limit' | 'other' | undefined;
  readonly offers: NoticeAction | undefined;
  /** A turn had not ended. */
  readonly isWorking: boolean;
  /** Id of the model that was asked last. */
  readonly model: string | undefined;
  readonly shownNotices: readonly string[];
  readonly spending: SpendingState;
  /** The last `usage_update`, as it was sent. */
  readonly usage: unknown;
  readonly callIds: readonly string[];
  readonly forgotten: readonly string[];
  readonly userRuns: readonly UserRun[];
  readonly checkpoints: readonly StoredCheckpoint[];
  readonly snapshots: ReadSnapshots;
  /** Missing, or written by a newer version. */
  readonly isForeign: boolean;
}

export interface StoredCheckpoint {
  readonly messageId: string;
  /** Position in the log of snapshots. */
  readonly at: number;
  readonly userRuns: readonly UserRun[];
}

export function readState(entries: readonly ConversationEntry[]): StoredState {
  const value = (key: string) => entries.find((each) => each.key === key)?.value;
  const withPrefix = (prefix: string) =>
    entries.flatMap(({ key, value }) =>
      key.startsWith(prefix) ? [[key.slice(prefix.length), value] as const] : [],
    );
  const chat = value('chat');
  const marks = withPrefix(checkpointPrefix).flatMap(([messageId, mark]) =>
    readCheckpoint(messageId, mark),
  );
  const wanted = new Set(marks.map(({ at }) => at));
  const [unfinished, offers] = [readString(chat, 'unfinished'), readString(chat, 'offers')];
  return {
    unfinished: unfinished === 'limit' || unfinished === 'other' ? unfinished : undefined,
    offers: offers === 'retry' || offers === 'continue' ? offers : undefined,
    isWorking: readValue(chat, 'atWork') === true,
    model: readString(chat, 'model'),
    shownNotices: stringsOf(readList(chat, 'told')),
    spending: readSpending(readValue(chat, 'spending')),
    usage: value('usage'),
    callIds: stringsOf(listOf(value('ids'))),
    forgotten: withPrefix(forgottenPrefix).flatMap(([, ids]) => stringsOf(listOf(ids))),
    userRuns: withPrefix(userRunPrefix).flatMap(([, note]) => readUserRun(note)),
    checkpoints: marks,
    snapshots: readSnapshots(entries.filter(isOfSnapshots), wanted),
    isForeign: isObject(chat) && readCount(chat, 'schema') !== stateSchema,
  };
}

function readCheckpoint(messageId: string, mark: unknown): readonly StoredCheckpoint[] {
  const at = readCount(mark, 'at');
  return at === undefined
    ? []
    : [{ messageId, at, userRuns: readList(mark, 'notes').flatMap(readUserRun) }];
}

function readUserRun(note: unknown): readonly UserRun[] {
  const [toolCallId, text] = [readString(note, 'toolCallId'), readString(note, 'text')];
  return toolCallId === undefined || text === undefined ? [] : [{ toolCallId, text }];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? Array.from<unknown>(value) : [];
}
