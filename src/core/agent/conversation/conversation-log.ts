import type { SessionUpdate } from '../../contracts/chats/acp';
import type { MessageHistory } from '../history/message-history';
import type { SaveQueue } from '../persistence/save-queue';
import { PersistentHistory } from '../persistence/persistent-history';
import {
  SnapshotLog,
  isOfSnapshots,
  readSnapshots,
  type ReadSnapshots,
} from '../persistence/snapshot-log';
import { TranscriptRecorder } from '../persistence/transcript-recorder';
import type { PermissionLevel } from '../../contracts/permission-level';
import { builtInSource, type SetLevels } from '../../contracts/tool-spec';
import type { CallIds } from './call-ids';
import type { Checkpoint, RecordStart, TurnEnd, UserRun, SavedState } from './conversation-start';
import type { Spending } from './spending';
import type { ConversationEntry } from '../../contracts/chats/conversation';
import { toEntryValue } from '../persistence/entry-values';
import { isObject } from '../../contracts/json';
import {
  readStored,
  storedCheckpoint,
  storedState,
  storedTrust,
  storedUserRuns,
  storedTexts,
} from '../../contracts/chats/stored-entries';

const newRecord: RecordStart = { names: new Map(), lastName: 0, snapshots: { at: 0, value: {} } };

export interface ConversationState extends TurnEnd {
  readonly isWorking: boolean;
  readonly model: string | undefined;
  readonly shownNotices: ReadonlySet<string>;
  readonly spending: Spending;
  readonly trust: SetLevels;
  readonly permission: PermissionLevel;
  readonly forkOf: readonly string[];
  readonly messages: number;
}

export class ConversationLog {
  readonly transcript: TranscriptRecorder;
  readonly history: PersistentHistory;
  private readonly snapshots: SnapshotLog;

  constructor(
    private readonly queue: SaveQueue,
    history: MessageHistory,
    { names, lastName, snapshots }: RecordStart = newRecord,
  ) {
    this.transcript = new TranscriptRecorder(queue);
    this.history = new PersistentHistory(history.state(), queue, lastName, names);
    this.snapshots = new SnapshotLog(queue, snapshots);
  }

  record(update: SessionUpdate): Promise<void> | undefined {
    return this.transcript.record(update) ? this.queue.commit() : undefined;
  }

  saveState(state: ConversationState): void {
    const {
      unfinished,
      offers,
      isWorking: atWork,
      model,
      shownNotices,
      spending,
      trust,
      permission,
      forkOf,
      messages,
    } = state;
    const { inputTokens, outputTokens, cost } = spending.totals();
    this.queue.stage({
      facts: { tokens: inputTokens + outputTokens, messages, ...(cost !== undefined && { cost }) },
    });
    this.put(stateKeys.chat, {
      schema: stateSchema,
      unfinished,
      offers,
      atWork,
      model,
      told: [...shownNotices],
      levels: Object.keys(trust).length,
      permission,
      forkOf,
      spending: spending.state(),
    });
  }

  saveSnapshot(snapshot: unknown): void {
    this.snapshots.append(snapshot);
  }

  saveUserRun(run: UserRun): void {
    this.put(`${stateKeys.userRun}${run.toolCallId}`, run);
  }

  removeUserRuns(runs: readonly UserRun[]): void {
    this.remove(runs.map(({ toolCallId }) => `${stateKeys.userRun}${toolCallId}`));
  }

  saveCheckpoint(messageId: string, { snapshot, userRuns }: Checkpoint): void {
    const value = { at: this.snapshots.append(snapshot), notes: userRuns };
    this.put(`${stateKeys.checkpoint}${messageId}`, value);
  }

  removeCheckpoints(messageIds: readonly string[]): void {
    this.remove(messageIds.map((id) => `${stateKeys.checkpoint}${id}`));
  }

  /** `count`: how many calls the chat had forgotten before. */
  saveForgotten(toolCallIds: readonly string[], count: number): void {
    this.put(`${stateKeys.forgotten}${String(count)}`, toolCallIds);
  }

  saveCallIds(callIds: CallIds): void {
    this.put(stateKeys.callIds, callIds.used());
  }

  /** Stages nothing for a chat in which the user has set no level. */
  saveTrust(levels: SetLevels): void {
    if (Object.keys(levels).length > 0) this.put(stateKeys.trust, levels);
  }

  /** For /clear: of the stored state the used call ids and the trust levels stay. */
  clear(callIds: CallIds, trust: SetLevels): void {
    this.transcript.clear();
    this.snapshots.clear();
    this.queue.stage({ drop: ['transcript', 'state'], facts: { cost: 0 } });
    this.saveCallIds(callIds);
    this.saveTrust(trust);
  }

  private put(key: string, value: unknown): void {
    this.queue.stage({ put: [{ part: 'state', key, value: toEntryValue(value) }] });
  }

  private remove(keys: readonly string[]): void {
    this.queue.stage({ remove: keys.map((key) => ({ part: 'state', key })) });
  }
}

/** Increase when the stored format changes. */
const stateSchema = 1;

const stateKeys = {
  chat: 'chat',
  usage: 'usage',
  callIds: 'ids',
  trust: 'trust',
  forgotten: 'forgotten:',
  userRun: 'note:',
  checkpoint: 'mark:',
} as const;

/** The `state` part of a stored chat. Missing or unreadable values are as in a new chat. */
export interface StoredState extends SavedState {
  /** A turn had not ended. */
  readonly isWorking: boolean;
  readonly usage: unknown;
  readonly callIds: readonly string[];
  readonly forgotten: readonly string[];
  readonly trust: SetLevels;
  readonly permission: PermissionLevel;
  readonly forkOf: readonly string[];
  readonly userRuns: readonly UserRun[];
  readonly checkpoints: readonly StoredCheckpoint[];
  readonly snapshots: ReadSnapshots;
  /** Missing, or written by a newer version. */
  readonly isForeign: boolean;
  /** Levels that the user has set are gone: until they are set again, built-in tools are untrusted. */
  readonly lacksTrust: boolean;
}

interface StoredCheckpoint {
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
  const { unfinished, offers, model, levels = 0, permission, forkOf, spending } = rest;
  const trust = value(stateKeys.trust);
  const lacksTrust = trust === undefined && levels > 0;
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
    trust: lacksTrust ? { [builtInSource]: 'untrusted' } : storedTrust.parse(trust),
    lacksTrust,
    permission: isObject(chat) ? permission : 'ask',
    forkOf,
    userRuns: storedUserRuns.parse(withPrefix(stateKeys.userRun).map(([, run]) => run)),
    checkpoints,
    snapshots: readSnapshots(entries.filter(isOfSnapshots), wanted),
    isForeign: isObject(chat) && schema !== stateSchema,
  };
}
