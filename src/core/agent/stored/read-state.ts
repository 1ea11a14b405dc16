import type { ConversationEntry } from '../../contracts/conversation';
import type { NoticeAction } from '../../contracts/meta';
import { isObject, readCount, readList, readString, readValue } from '../../base/json-read';
import type { UserRun } from '../chat';
import { readSpending, type SpendingState } from '../spending';
import { forgottenPrefix, checkpointPrefix, userRunPrefix, stateSchema } from './keep-state';
import { stringsOf } from './read-messages';
import { isOfSnapshots, readSnapshots, type ReadSnapshots } from './snapshot-log';

/** The part `state` of a stored chat. What is missing or cannot be read is as in a new chat. */
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
  /** A newer version of the product wrote it, or nobody did. */
  readonly isForeign: boolean;
}

export interface StoredCheckpoint {
  readonly messageId: string;
  /** Place in the log of snapshots. */
  readonly at: number;
  readonly userRuns: readonly UserRun[];
}

export function readState(entries: readonly ConversationEntry[]): StoredState {
  const value = (key: string) => entries.find((each) => each.key === key)?.value;
  const behind = (prefix: string) =>
    entries.flatMap(({ key, value }) =>
      key.startsWith(prefix) ? [[key.slice(prefix.length), value] as const] : [],
    );
  const chat = value('chat');
  const marks = behind(checkpointPrefix).flatMap(([messageId, mark]) => readCheckpoint(messageId, mark));
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
    forgotten: behind(forgottenPrefix).flatMap(([, ids]) => stringsOf(listOf(ids))),
    userRuns: behind(userRunPrefix).flatMap(([, note]) => readUserRun(note)),
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
