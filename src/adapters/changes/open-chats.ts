import type { PathStates } from '../../core/ports/file-changes';
import type { ChangeLogDisk } from './changes-disk';
import { isSafeId, type ChatFolders } from './chat-folders';
import { openRecord, readRecord, type ChangeRecord, type ReadRecord } from './chat-record';
import { createChatChangeState, type ChatChangeState } from './chat-state';
import { resolveInterrupted } from './resolve-open';

export interface OpenChatsDeps {
  readonly disk: ChangeLogDisk;
  readonly folders: ChatFolders;
  readonly places: PathStates;
  readonly report: (error: unknown) => void;
  readonly warn: (line: string) => void;
  readonly onChange: (sessionId: string) => void;
}

/** The chats this window has a hand in. */
export interface OpenChats {
  /** As far as it is open. */
  get(sessionId: string): ChatChangeState | undefined;
  all(): readonly ChatChangeState[];
  /** For a change: makes what is missing. */
  open(sessionId: string): Promise<ChatChangeState>;
  /** What is on record, taken over from a window that is gone; `foreign`: another one has it. */
  find(sessionId: string): Promise<ChatChangeState | 'foreign' | undefined>;
  /** What a window left that is gone, as it is; nothing is taken over. */
  peek(sessionId: string): Promise<ChatChangeState>;
  /** The record on disk, for a chat that had none. */
  createRecord(chat: ChatChangeState): Promise<ChangeRecord>;
  close(sessionId: string): void;
}

const nothingRead: ReadRecord = { lines: [], damaged: 0, bytes: 0 };

export function createOpenChats(deps: OpenChatsDeps): OpenChats {
  const { disk, folders, places, report } = deps;
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
        // The change goes on, and says that it cannot be undone.
        report(error);
        return undefined;
      });
      // Another change of the chat may have been first.
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
      if (!isSafeId(sessionId)) throw new Error('The id of the chat cannot name a folder.');
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
  { report, warn, onChange }: OpenChatsDeps,
  sessionId: string,
  { record, read }: { readonly record: ChangeRecord | undefined; readonly read: ReadRecord },
): ChatChangeState {
  const { lines, damaged } = read;
  if (damaged > 0) {
    warn(`The record of changed files had ${String(damaged)} lines that could not be read.`);
  }
  return createChatChangeState({
    sessionId,
    record,
    lines,
    report,
    onChange: () => onChange(sessionId),
  });
}
