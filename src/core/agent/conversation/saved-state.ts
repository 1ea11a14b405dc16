import type { ConversationEntry } from '../../contracts/chats/conversation';
import type { CallIds } from './call-ids';
import type { ConversationLog } from './conversation-log';
import type { Checkpoint, TurnEnd, UserRun } from './conversation-start';
import type { Spending } from './spending';
import { toEntryValue } from '../persistence/entry-values';
import { isObject } from '../../contracts/json';
import {
  parseStoredCheckpoint,
  parseStoredState,
  parseStoredUserRuns,
  parseTexts,
  type SpendingState,
} from '../../contracts/chats/stored-entries';
import { isOfSnapshots, readSnapshots, type ReadSnapshots } from '../persistence/snapshot-log';

/** Increase when the stored format changes. */
const stateSchema = 1;

/** What changes with each round: a few values, however long the chat is. */
export interface ConversationState extends TurnEnd {
  readonly isWorking: boolean;
  readonly model: string | undefined;
  readonly shownNotices: ReadonlySet<string>;
  readonly spending: Spending;
  readonly messages: number;
}

export function saveState({ saveQueue }: ConversationLog, state: ConversationState): void {
  const { unfinished, offers, isWorking: atWork, model, shownNotices, spending, messages } = state;
  const { inputTokens, outputTokens, cost } = spending.totals();
  saveQueue.stage({
    facts: { tokens: inputTokens + outputTokens, messages, ...(cost !== undefined && { cost }) },
    put: [
      stateEntry('chat', {
        schema: stateSchema,
        unfinished,
        offers,
        atWork,
        model,
        told: [...shownNotices],
        spending: spending.state(),
      }),
    ],
  });
}

export function saveUserRun({ saveQueue }: ConversationLog, run: UserRun): void {
  saveQueue.stage({ put: [stateEntry(userRunKey(run.toolCallId), run)] });
}

/** Call when they were sent to the model. */
export function removeUserRuns({ saveQueue }: ConversationLog, runs: readonly UserRun[]): void {
  const remove = runs.map(
    ({ toolCallId }) => ({ part: 'state', key: userRunKey(toolCallId) }) as const,
  );
  saveQueue.stage({ remove });
}

/** Stages the checkpoint of a message; its snapshot as a position in the snapshot log. */
export function saveCheckpoint(
  { saveQueue, snapshots }: ConversationLog,
  messageId: string,
  { snapshot, userRuns }: Checkpoint,
): void {
  const value = { at: snapshots.append(snapshot), notes: userRuns };
  saveQueue.stage({ put: [stateEntry(checkpointKey(messageId), value)] });
}

/** Call when the history no longer has these messages. */
export function removeCheckpoints(
  { saveQueue }: ConversationLog,
  messageIds: readonly string[],
): void {
  const remove = messageIds.map((id) => ({ part: 'state', key: checkpointKey(id) }) as const);
  saveQueue.stage({ remove });
}

/** `count`: how many calls the chat had forgotten before. */
export function saveForgotten(
  { saveQueue }: ConversationLog,
  toolCallIds: readonly string[],
  count: number,
): void {
  saveQueue.stage({ put: [stateEntry(`${forgottenPrefix}${String(count)}`, toolCallIds)] });
}

export function saveCallIds({ saveQueue }: ConversationLog, callIds: CallIds): void {
  saveQueue.stage({ put: [stateEntry('ids', callIds.used())] });
}

/** For /clear: of the stored state only the used call ids stay. */
export function saveCleared(log: ConversationLog, callIds: CallIds): void {
  log.transcript.clear();
  log.snapshots.clear();
  log.saveQueue.stage({
    drop: ['transcript', 'state'],
    facts: { cost: 0 },
    put: [stateEntry('ids', callIds.used())],
  });
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

function stateEntry(key: string, value: unknown): ConversationEntry {
  return { part: 'state', key, value: toEntryValue(value) };
}

/** The `state` part of a stored chat. Missing or unreadable values are as in a new chat. */
export interface StoredState extends TurnEnd {
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
  const { schema, atWork: isWorking, told: shownNotices, ...rest } = parseStoredState(chat);
  const { unfinished, offers, model, spending } = rest;
  const checkpoints = withPrefix(checkpointPrefix).flatMap(([messageId, value]) => {
    const stored = parseStoredCheckpoint(value);
    return stored === undefined ? [] : [{ messageId, at: stored.at, userRuns: stored.notes }];
  });
  const wanted = new Set(checkpoints.map(({ at }) => at));
  return {
    unfinished,
    offers,
    model,
    spending,
    isWorking,
    shownNotices,
    usage: value('usage'),
    callIds: parseTexts(value('ids')),
    forgotten: withPrefix(forgottenPrefix).flatMap(([, ids]) => parseTexts(ids)),
    userRuns: parseStoredUserRuns(withPrefix(userRunPrefix).map(([, run]) => run)),
    checkpoints,
    snapshots: readSnapshots(entries.filter(isOfSnapshots), wanted),
    isForeign: isObject(chat) && schema !== stateSchema,
  };
}
