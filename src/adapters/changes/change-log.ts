import type { ChangeOrigin, UndoReport } from '../../core/contracts/file-changes';
import { failure, fail, succeed, type Result } from '../../core/contracts/failure';
import type { Clock, Ids } from '../../core/ports/system';
import type {
  ChangedChat,
  ChangeRecorder,
  FileChanges,
  OpenChange,
  PathStates,
} from '../../core/ports/file-changes';
import { errnoFailure } from '../files/errno-failure';
import {
  type ChangeLogDisk,
  createChatFolders,
  type ChatFolders,
  machineName,
} from './chat-folders';
import { type ChatChangeState, createOpenChats, type OpenChats } from './open-chats';
import type { CallStep } from './path-history';
import { beginMove, beginPlaces, type RecordChangeDeps } from './record-change';
import { bytesBefore, diffSidesOf } from './diff-sides';
import { isImplicitFolder } from './file-steps';
import {
  canBeUndone,
  keepFilesOf,
  undoCallOf,
  undoFilesOf,
  whyStepNotUndoable,
} from './undo-changes';

export interface ChangeLogDeps {
  /** May not exist yet; other windows may use it too. */
  readonly folder: string;
  readonly disk: ChangeLogDisk;
  /** As editors show them. */
  readonly places: PathStates;
  /** Formats a path for display. */
  readonly show: (path: string) => string;
  /** Bytes of the copies of one chat; 0 keeps nothing. */
  readonly maxBytes: () => number;
  /** Bytes of one file. */
  readonly maxFileBytes: number;
  readonly retentionDays: () => number;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly pid: number;
  readonly isAlive: (pid: number) => boolean;
  readonly report: (error: unknown) => void;
  /** Shown to the user. */
  readonly warn: (line: string) => void;
}

export interface ChangeLog extends FileChanges, ChangeRecorder {
  /** Deletes what windows that are gone have left beyond its time; never rejects. */
  tidy(): Promise<void>;
  /** Waits for what is under way; what can be undone stays for other windows. Never rejects. */
  close(): Promise<void>;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * The way back for what calls change (decision 42): copies of what stood there, in files that
 * only the owner may read, next to database and journal; never redacted, never for a model.
 */
export function createChangeLog(deps: ChangeLogDeps): ChangeLog {
  const parts = createParts(deps);
  const { listeners } = parts;
  return {
    ...recorderOf(parts),
    ...viewsOf(parts),
    ...actionsOf(parts),
    ...lifecycleOf(parts),
    onDidChange: (listener) => {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
  };
}

interface ChangeLogParts {
  readonly deps: ChangeLogDeps;
  readonly folders: ChatFolders;
  readonly chats: OpenChats;
  readonly listeners: Set<(sessionId: string) => void>;
  readonly fire: (sessionId: string) => void;
}

function createParts(deps: ChangeLogDeps): ChangeLogParts {
  const { disk, folder, clock, ids, pid, isAlive, places, report, warn } = deps;
  const listeners = new Set<(sessionId: string) => void>();
  const fire = (sessionId: string) => {
    for (const listener of listeners) listener(sessionId);
  };
  const owner = { machine: machineName(), pid, token: ids.uuid() };
  const folders = createChatFolders({ disk, folder, owner, isAlive, now: () => clock.now() });
  const chats = createOpenChats({ disk, folders, places, report, warn, onChange: fire });
  return { deps, folders, chats, listeners, fire };
}

function recorderOf({ deps, chats }: ChangeLogParts): ChangeRecorder {
  async function begin(
    by: ChangeOrigin,
    work: (chat: ChatChangeState, record: RecordChangeDeps) => Promise<OpenChange>,
  ): Promise<OpenChange> {
    const chat = await chats.open(by.sessionId);
    const record: RecordChangeDeps = {
      places: deps.places,
      limits: () => ({ maxBytes: deps.maxBytes(), maxFileBytes: deps.maxFileBytes }),
      now: () => deps.clock.now(),
      openRecord: () => chats.createRecord(chat),
    };
    return chat.serial.run(() => work(chat, record));
  }
  return {
    begin: (by, places) =>
      begin(by, (chat, record) => beginPlaces(chat, by.toolCallId, { places, deps: record })),
    beginMove: (by, move) =>
      begin(by, (chat, record) => beginMove(chat, by.toolCallId, { move, deps: record })),
  };
}

function viewsOf({
  deps,
  chats,
  folders,
}: ChangeLogParts): Pick<FileChanges, 'files' | 'undoState' | 'chats'> {
  return {
    files: (sessionId) =>
      chats
        .get(sessionId)
        ?.entries()
        .shown.map(({ file }) => file) ?? [],
    undoState: ({ sessionId, toolCallId }) => {
      const steps = chats.get(sessionId)?.history.stepsOf(toolCallId) ?? [];
      const live = steps.filter(canBeUndone);
      if (live.length > 0) return live.some(whyStepNotUndoable) ? undefined : 'offered';
      return steps.some(isUndone) ? 'undone' : undefined;
    },
    chats: async () => {
      try {
        const left: ChatChangeState[] = [];
        for (const sessionId of await folders.abandoned()) {
          // One record that cannot be read hides no other.
          await chats.peek(sessionId).then((chat) => left.push(chat), deps.report);
        }
        const listed = [...chats.all(), ...left].map(changedChat);
        return succeed(
          listed
            .filter(({ files }) => files.length > 0)
            .sort((one, other) => other.changedAt - one.changedAt),
        );
      } catch (error) {
        return fail(copiesUnreadable(error, deps));
      }
    },
  };
}

function isUndone({ state, step }: CallStep): boolean {
  return state === 'undone' && !isImplicitFolder(step);
}

function changedChat(chat: ChatChangeState): ChangedChat {
  return {
    sessionId: chat.sessionId,
    changedAt: chat.history.changedAt,
    files: chat.entries().shown.map(({ file }) => file),
  };
}

function actionsOf({ deps, chats }: ChangeLogParts) {
  const now = () => deps.clock.now();
  const undo = { ...deps, now, spareName: () => `gatehouse-undo-${deps.ids.uuid()}` };

  /** `none`: the answer for a chat of which nothing is on record. */
  async function use<T>(
    sessionId: string,
    none: Result<T>,
    work: (chat: ChatChangeState) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    try {
      const chat = await chats.find(sessionId);
      if (chat === 'foreign') return fail(failure('execution', openElsewhere));
      return chat === undefined ? none : await chat.serial.run(() => work(chat));
    } catch (error) {
      return fail(copiesUnreadable(error, deps));
    }
  }

  return {
    undoCall: (by, signal) =>
      use(by.sessionId, nothingLeft, (chat) =>
        undoCallOf(chat, by.toolCallId, { deps: undo, signal }),
      ),
    undoFiles: (sessionId, changeIds, signal) =>
      use(sessionId, succeed<UndoReport>({ undone: [], left: [] }), (chat) =>
        undoFilesOf(chat, changeIds, { deps: undo, signal }),
      ),
    keepFiles: (sessionId, changeIds) =>
      use(sessionId, succeed(undefined), (chat) => keepFilesOf(chat, changeIds, now)),
    before: (sessionId, changeId) =>
      use(sessionId, nothingLeft, (chat) => bytesBefore(chat, changeId, deps)),
    sides: ({ sessionId, toolCallId }, path) =>
      use(sessionId, nothingLeft, (chat) => diffSidesOf(chat, { toolCallId, path }, deps)),
  } satisfies Partial<FileChanges>;
}

const openElsewhere = 'Another window has this chat open. Undo its changes there.';
const nothingLeft = fail(failure('execution', 'This change is not on record.'));

function copiesUnreadable(error: unknown, { report }: ChangeLogDeps) {
  report(error);
  return errnoFailure(error, 'the copies of changed files');
}

function lifecycleOf({ deps, chats, folders, fire }: ChangeLogParts) {
  const { report, retentionDays } = deps;

  async function tidy(): Promise<void> {
    await folders.removeLeftovers();
    for (const sessionId of await folders.abandoned()) await removeOld(sessionId).catch(report);
  }

  async function removeOld(sessionId: string): Promise<void> {
    if ((await folders.age(sessionId)) <= retentionDays() * dayMs) return;
    if ((await folders.claim(sessionId)).kind === 'ours') await folders.remove(sessionId);
  }

  async function closeChat(chat: ChatChangeState): Promise<void> {
    const { record, history, sessionId } = chat;
    chat.record = undefined;
    if (record === undefined) return;
    await record.close().catch(report);
    // The card shows undone changes when the chat is reopened.
    const isSpent = history.isKeptWhole() && history.open.size === 0;
    await (isSpent ? folders.remove(sessionId) : folders.release(sessionId));
  }

  async function forget(sessionId: string): Promise<void> {
    const chat = await chats.find(sessionId);
    if (chat === undefined || chat === 'foreign') return;
    await chat.serial.run(async () => {
      const { record } = chat;
      chat.record = undefined;
      chats.close(sessionId);
      if (record === undefined) return;
      await record.close().catch(report);
      await folders.remove(sessionId);
    });
    fire(sessionId);
  }

  return {
    tidy: () => tidy().catch(report),
    forget: (sessionId: string) => forget(sessionId).catch(report),
    close: async () => {
      for (const chat of chats.all()) {
        await chat.serial.run(() => closeChat(chat)).catch(report);
        chats.close(chat.sessionId);
      }
    },
  };
}
