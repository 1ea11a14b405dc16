import type { ConversationEntry } from '../../contracts/chats/conversation';
import type { SavedState, UserRun } from './conversation-start';
import { toEntryValue } from '../persistence/entry-values';
import { isObject } from '../../contracts/json';
import type { SetLevels } from '../../contracts/tool-spec';
import {
  readStored,
  storedCheckpoint,
  storedState,
  storedTrust,
  storedUserRuns,
  storedTexts,
} from '../../contracts/chats/stored-entries';
import { isOfSnapshots, readSnapshots, type ReadSnapshots } from '../persistence/snapshot-log';

/** Increase when the stored format changes. */
export const stateSchema = 1;

/** The keys of the entries in the `state` part, apart from the log of snapshots. */
export const stateKeys = {
  chat: 'chat',
  usage: 'usage',
  callIds: 'ids',
  trust: 'trust',
  forgotten: 'forgotten:',
  userRun: 'note:',
  checkpoint: 'mark:',
} as const;

export function stateEntry(key: string, value: unknown): ConversationEntry {
  return { part: 'state', key, value: toEntryValue(value) };
}

/** The `state` part of a stored chat. Missing or unreadable values are as in a new chat. */
export interface StoredState extends SavedState {
  /** A turn had not ended. */
  readonly isWorking: boolean;
  readonly usage: unknown;
  readonly callIds: readonly string[];
  readonly forgotten: readonly string[];
  readonly trust: SetLevels;
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
  const chat = value(stateKeys.chat);
  const { schema, atWork: isWorking, told: shownNotices, ...rest } = storedState.parse(chat);
  const { unfinished, offers, model, spending } = rest;
  const checkpoints = withPrefix(stateKeys.checkpoint).flatMap(([messageId, value]) => {
    const stored = readStored(storedCheckpoint, value);
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
    usage: value(stateKeys.usage),
    callIds: storedTexts.parse(value(stateKeys.callIds)),
    forgotten: withPrefix(stateKeys.forgotten).flatMap(([, ids]) => storedTexts.parse(ids)),
    trust: storedTrust.parse(value(stateKeys.trust)),
    userRuns: storedUserRuns.parse(withPrefix(stateKeys.userRun).map(([, run]) => run)),
    checkpoints,
    snapshots: readSnapshots(entries.filter(isOfSnapshots), wanted),
    isForeign: isObject(chat) && schema !== stateSchema,
  };
}
