import type { ConversationEntry } from '../../contracts/conversation';
import type { NoticeAction } from '../../contracts/meta';
import { isObject, readCount, readList, readString, readValue } from '../../base/json-read';
import type { HandRun } from '../chat';
import { readSpending, type KeptSpending } from '../spending';
import { forgottenPrefix, markPrefix, notePrefix, stateSchema } from './keep-state';
import { strings } from './read-messages';
import { isOfSnapshots, readSnapshots, type ReadSnapshots } from './snapshot-log';

/** The part `state` of a stored chat. What is missing or cannot be read is as in a new chat. */
export interface StoredState {
  readonly unfinished: 'limit' | 'other' | undefined;
  readonly offers: NoticeAction | undefined;
  /** A turn had not ended. */
  readonly atWork: boolean;
  /** Id of the model that was asked last. */
  readonly model: string | undefined;
  readonly told: readonly string[];
  readonly spending: KeptSpending;
  /** The last `usage_update`, as it was sent. */
  readonly usage: unknown;
  readonly callIds: readonly string[];
  readonly forgotten: readonly string[];
  readonly notes: readonly HandRun[];
  readonly marks: readonly StoredMark[];
  readonly snapshots: ReadSnapshots;
  /** A newer version of the product wrote it, or nobody did. */
  readonly isForeign: boolean;
}

export interface StoredMark {
  readonly messageId: string;
  /** Place in the log of snapshots. */
  readonly at: number;
  readonly notes: readonly HandRun[];
}

export function readState(entries: readonly ConversationEntry[]): StoredState {
  const value = (key: string) => entries.find((each) => each.key === key)?.value;
  const behind = (prefix: string) =>
    entries.flatMap(({ key, value }) =>
      key.startsWith(prefix) ? [[key.slice(prefix.length), value] as const] : [],
    );
  const chat = value('chat');
  const marks = behind(markPrefix).flatMap(([messageId, mark]) => readMark(messageId, mark));
  const wanted = new Set(marks.map(({ at }) => at));
  const [unfinished, offers] = [readString(chat, 'unfinished'), readString(chat, 'offers')];
  return {
    unfinished: unfinished === 'limit' || unfinished === 'other' ? unfinished : undefined,
    offers: offers === 'retry' || offers === 'continue' ? offers : undefined,
    atWork: readValue(chat, 'atWork') === true,
    model: readString(chat, 'model'),
    told: strings(readList(chat, 'told')),
    spending: readSpending(readValue(chat, 'spending')),
    usage: value('usage'),
    callIds: strings(listOf(value('ids'))),
    forgotten: behind(forgottenPrefix).flatMap(([, ids]) => strings(listOf(ids))),
    notes: behind(notePrefix).flatMap(([, note]) => readNote(note)),
    marks,
    snapshots: readSnapshots(entries.filter(isOfSnapshots), wanted),
    isForeign: isObject(chat) && readCount(chat, 'schema') !== stateSchema,
  };
}

function readMark(messageId: string, mark: unknown): readonly StoredMark[] {
  const at = readCount(mark, 'at');
  return at === undefined
    ? []
    : [{ messageId, at, notes: readList(mark, 'notes').flatMap(readNote) }];
}

function readNote(note: unknown): readonly HandRun[] {
  const [toolCallId, text] = [readString(note, 'toolCallId'), readString(note, 'text')];
  return toolCallId === undefined || text === undefined ? [] : [{ toolCallId, text }];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? Array.from<unknown>(value) : [];
}
