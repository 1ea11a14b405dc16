import { createSerial, type Serial } from '../system/serial';
import { changeEntriesOf, type ChangeEntries } from './changed-files';
import { type ChangeRecord, openRecord, readRecord, type ReadRecord } from './change-record';
import { createChangeHistory, type ChangeHistory } from './change-history';
import type { RecordLine, BegunChange, BegunLine } from './record-format';
import type { PathStates } from '../../core/ports/file-changes';
import { type ChangeLogDisk, isSafeId, type ChatFolders } from './chat-folders';
import type { PathAfter } from '../../core/contracts/file-changes';
import { isSameState, recordedState } from './file-steps';

export interface ChatChangeStateOptions {
  readonly sessionId: string;
  /** Undefined for a chat without a record on disk. */
  readonly record: ChangeRecord | undefined;
  readonly lines: readonly RecordLine[];
  readonly report: (error: unknown) => void;
  readonly onChange: () => void;
}

/** The changes of a chat, in memory and on disk. */
export interface ChatChangeState extends Pick<ChatChangeStateOptions, 'sessionId' | 'report'> {
  readonly history: ChangeHistory;
  /** Runs one operation at a time. */
  readonly serial: Serial;
  record: ChangeRecord | undefined;
  entries(): ChangeEntries;
  /** Applies a line in memory. */
  apply(line: RecordLine): void;
  /** Writes a line to the record; rejects if it is not on disk. Does nothing without a record. */
  write(line: RecordLine): Promise<void>;
  /** Applies and writes a line: what happened counts even if it cannot be recorded. */
  append(line: RecordLine): Promise<void>;
  /** Reads a copy by name. */
  copy(name: string): Promise<Uint8Array | undefined>;
  /** Deletes the copies that are no longer needed. */
  releaseCopies(): Promise<void>;
  /** Notifies listeners. */
  notifyChanged(): void;
}

function createChatChangeState(options: ChatChangeStateOptions): ChatChangeState {
  const { sessionId, report } = options;
  const history = createChangeHistory();
  let entries: ChangeEntries | undefined;
  for (const line of options.lines) history.apply(line);

  const state: ChatChangeState = {
    sessionId,
    report,
    history,
    serial: createSerial(),
    record: options.record,
    entries: () => (entries ??= changeEntriesOf(history.tree, sessionId)),
    apply: (line) => {
      history.apply(line);
      entries = undefined;
    },
    write: async (line) => state.record?.append(line),
    append: async (line) => {
      state.apply(line);
      await state.write(line).catch(report);
    },
    copy: async (name) => state.record?.copies.read(name),
    releaseCopies: async () => {
      await state.record?.copies.retain(history.neededCopies()).catch(report);
    },
    notifyChanged: () => options.onChange(),
  };
  return state;
}

/** Where problems with the record are reported. */
export interface ChangeProblems {
  report(error: unknown): void;
  /** Shown to the user. */
  warn(line: string): void;
}

export interface OpenChatsDeps {
  readonly disk: ChangeLogDisk;
  readonly folders: ChatFolders;
  readonly places: PathStates;
  readonly problems: ChangeProblems;
  readonly onChange: (sessionId: string) => void;
}

/** The chats that are open in this window. */
export interface OpenChats {
  /** Undefined if the chat is not open. */
  get(sessionId: string): ChatChangeState | undefined;
  all(): readonly ChatChangeState[];
  /** Opens the chat for a change; creates what is missing. */
  open(sessionId: string): Promise<ChatChangeState>;
  /** The recorded chat, taken over if its window is gone; `foreign` if another window owns it. */
  find(sessionId: string): Promise<ChatChangeState | 'foreign' | undefined>;
  /** Reads the record of a closed window without taking it over. */
  peek(sessionId: string): Promise<ChatChangeState>;
  /** Creates the record on disk. */
  createRecord(chat: ChatChangeState): Promise<ChangeRecord>;
  close(sessionId: string): void;
}

const nothingRead: ReadRecord = { lines: [], damaged: 0, bytes: 0 };

export function createOpenChats(deps: OpenChatsDeps): OpenChats {
  const { disk, folders, places, problems } = deps;
  const chats = new Map<string, ChatChangeState>();
  const opening = new Map<string, Promise<ChatChangeState | 'foreign' | undefined>>();

  async function load(sessionId: string): Promise<ChatChangeState | 'foreign' | undefined> {
    const claim = await folders.claim(sessionId);
    if (claim.kind === 'foreign') return 'foreign';
    if (claim.kind === 'none') return undefined;
    const read = await readRecord(disk, claim.folder);
    const record = await openRecord(disk, claim.folder, read);
    const chat = chatChangeStateOf(deps, sessionId, { record, read });
    for (const line of await resolveInterrupted(chat.history, places)) await chat.append(line);
    chats.set(sessionId, chat);
    return chat;
  }

  function find(sessionId: string): Promise<ChatChangeState | 'foreign' | undefined> {
    const known = chats.get(sessionId);
    if (known !== undefined) return Promise.resolve(known);
    if (!isSafeId(sessionId)) return Promise.resolve(undefined);
    const started = opening.get(sessionId) ?? load(sessionId);
    opening.set(sessionId, started);
    return started.finally(() => opening.delete(sessionId));
  }

  return {
    get: (sessionId) => chats.get(sessionId),
    all: () => [...chats.values()],
    find,
    open: async (sessionId) => {
      const found = await find(sessionId).catch((error: unknown) => {
        // The change continues and reports that it cannot be undone.
        problems.report(error);
        return undefined;
      });
      // Another change may have opened the chat meanwhile.
      const chat = found === 'foreign' ? undefined : (found ?? chats.get(sessionId));
      if (chat !== undefined) return chat;
      const made = chatChangeStateOf(deps, sessionId, { record: undefined, read: nothingRead });
      chats.set(sessionId, made);
      return made;
    },
    peek: async (sessionId) => {
      const read = await readRecord(disk, folders.folderOf(sessionId));
      const chat = chatChangeStateOf(deps, sessionId, { record: undefined, read });
      for (const line of await resolveInterrupted(chat.history, places)) chat.apply(line);
      return chat;
    },
    createRecord: async (chat) => {
      const { sessionId } = chat;
      if (!isSafeId(sessionId)) throw new Error('The chat id is not valid as a folder name.');
      if (chats.get(sessionId) !== chat) throw new Error('The chat has been closed.');
      const folder = await folders.create(sessionId);
      const read = await readRecord(disk, folder);
      if (read.lines.length > 0) {
        throw new Error('The record could not be read when it was needed.');
      }
      return openRecord(disk, folder, read);
    },
    close: (sessionId) => {
      chats.delete(sessionId);
    },
  };
}

function chatChangeStateOf(
  { problems, onChange }: OpenChatsDeps,
  sessionId: string,
  { record, read }: { readonly record: ChangeRecord | undefined; readonly read: ReadRecord },
): ChatChangeState {
  const { lines, damaged } = read;
  if (damaged > 0) {
    problems.warn(`${String(damaged)} lines in the record of changed files could not be read.`);
  }
  return createChatChangeState({
    sessionId,
    record,
    lines,
    report: (error) => problems.report(error),
    onChange: () => onChange(sessionId),
  });
}

/**
 * Resolves changes that a closed window left unfinished: the current state of their paths shows
 * whether they were made. Paths that cannot be read stay open.
 */
async function resolveInterrupted(
  { open }: Pick<ChangeHistory, 'open'>,
  places: PathStates,
): Promise<readonly RecordLine[]> {
  const lines: RecordLine[] = [];
  for (const begun of open.values()) {
    const line = await resolve(begun, places);
    if (line !== undefined) lines.push(line);
  }
  return lines;
}

async function resolve(begun: BegunLine, places: PathStates): Promise<RecordLine | undefined> {
  const { change, order, at } = begun;
  const paths =
    change.kind === 'move' ? [change.from, change.to] : change.places.map(({ path }) => path);
  const found: PathAfter[] = [];
  for (const path of paths) {
    const image = await places.image(path, { signal: new AbortController().signal });
    if (!image.ok) return undefined;
    found.push({ path, after: image.value });
  }
  if (isAsBefore(change, found)) return { is: 'abandoned', order };
  const after = found.map(({ path, after: image }) => ({ path, image: recordedState(image) }));
  return { is: 'ended', order, at, after, counts: [] };
}

function isAsBefore(change: BegunChange, found: readonly PathAfter[]): boolean {
  const before = change.kind === 'move' ? [change.replaced] : change.places.map((one) => one.image);
  // For a move, only the destination counts.
  const now = change.kind === 'move' ? found.slice(1) : found;
  return before.every((image, index) => isSameState(image, now[index]?.after ?? image));
}
