import type { Places } from '../../core/ports/file-changes';
import type { ChangesDisk } from './changes-disk';
import { isSafeId, type ChatFolders } from './chat-folders';
import { openRecord, readRecord, type ChatRecord, type ReadRecord } from './chat-record';
import { createChatState, type ChatState } from './chat-state';
import { resolveOpen } from './resolve-open';

export interface OpenChatsDeps {
  readonly disk: ChangesDisk;
  readonly folders: ChatFolders;
  readonly places: Places;
  readonly report: (error: unknown) => void;
  readonly warn: (line: string) => void;
  readonly onChange: (sessionId: string) => void;
}

/** The chats this window has a hand in. */
export interface OpenChats {
  /** As far as it is open. */
  get(sessionId: string): ChatState | undefined;
  all(): readonly ChatState[];
  /** For a change: makes what is missing. */
  open(sessionId: string): Promise<ChatState>;
  /** What is on record, taken over from a window that is gone; `foreign`: another one has it. */
  find(sessionId: string): Promise<ChatState | 'foreign' | undefined>;
  /** What a window left that is gone, as it is; nothing is taken over. */
  look(sessionId: string): Promise<ChatState>;
  /** The record on disk, for a chat that had none. */
  createRecord(chat: ChatState): Promise<ChatRecord>;
  close(sessionId: string): void;
}

const nothingRead: ReadRecord = { lines: [], damaged: 0, bytes: 0 };

export function createOpenChats(deps: OpenChatsDeps): OpenChats {
  const { disk, folders, places, report } = deps;
  const chats = new Map<string, ChatState>();
  const opening = new Map<string, Promise<ChatState | 'foreign' | undefined>>();

  async function load(sessionId: string): Promise<ChatState | 'foreign' | undefined> {
    const claim = await folders.claim(sessionId);
    if (claim.kind === 'foreign') return 'foreign';
    if (claim.kind === 'none') return undefined;
    const read = await readRecord(disk, claim.folder);
    const record = await openRecord(disk, claim.folder, read);
    const chat = stateOf(deps, sessionId, { record, read });
    for (const line of await resolveOpen(chat.history, places)) await chat.note(line);
    chats.set(sessionId, chat);
    return chat;
  }

  function find(sessionId: string): Promise<ChatState | 'foreign' | undefined> {
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
      const made = stateOf(deps, sessionId, { record: undefined, read: nothingRead });
      chats.set(sessionId, made);
      return made;
    },
    look: async (sessionId) => {
      const read = await readRecord(disk, folders.folderOf(sessionId));
      const chat = stateOf(deps, sessionId, { record: undefined, read });
      for (const line of await resolveOpen(chat.history, places)) chat.tell(line);
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

function stateOf(
  { report, warn, onChange }: OpenChatsDeps,
  sessionId: string,
  { record, read }: { readonly record: ChatRecord | undefined; readonly read: ReadRecord },
): ChatState {
  const { lines, damaged } = read;
  if (damaged > 0) {
    warn(`The record of changed files had ${String(damaged)} lines that could not be read.`);
  }
  return createChatState({
    sessionId,
    record,
    lines,
    report,
    onChange: () => onChange(sessionId),
  });
}
