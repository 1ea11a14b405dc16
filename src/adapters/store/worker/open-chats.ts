import type { ConversationHit, ConversationInfo } from '../../../core/contracts/chats/conversation';
import { ifMissing } from '../../system/errno';
import { excerptAround, foldText } from '../chats/search-text';
import { chatsFolder, inFolder, parseChatFile } from '../disk/file-names';
import type { StoreRecord } from '../journal/records';
import { ChatFile } from './chat-file';
import type { ChatList, Expired } from './chat-list';
import type { WorkerContext } from './database-files';
import type { ChatsAnswer, ChatsRequest, RequestContext } from '../channel/protocol';

/** Records that wait in memory for their chat's file. */
const maxWaitingBytes = 32 * 1024 * 1024;
/** Chats in memory. */
const maxOpenBytes = 64 * 1024 * 1024;
const maxOpenChats = 16;

/** Chats looked at, and the time taken, for one answer: a search goes on from there, or stops. */
const maxSearched = 200;
const maxSearchMs = 100;

interface OpenChat {
  readonly file: ChatFile;
  /** How many of the waiting records it has. */
  applied: number;
}

/** The files of chats, and the records of journals that they do not have yet. */
export class OpenChats {
  private readonly waiting = new Map<string, StoreRecord[]>();
  private waitingBytes = 0;
  /** In order of last use. */
  private readonly open = new Map<string, OpenChat>();
  /** What the files still have although it expired, by chat. */
  private readonly expired = new Map<string, readonly string[]>();

  constructor(
    private readonly context: WorkerContext,
    private readonly list: ChatList,
  ) {}

  /** Adds a record to the list, and keeps it for its chat's file. */
  take(record: StoreRecord, bytes: number, { now, retention }: RequestContext): void {
    const { list, waiting } = this;
    const { conversation } = record;
    if (list.add(record, now, retention)) {
      const records = waiting.get(conversation) ?? [];
      records.push(record);
      waiting.set(conversation, records);
      this.waitingBytes += bytes;
    } else if (list.find(conversation) === undefined) {
      waiting.delete(conversation);
      this.forget(conversation);
    }
  }

  /** True if so much waits that a main window should write it. */
  isFull(): boolean {
    return this.waitingBytes > maxWaitingBytes;
  }

  expire(expired: Expired): void {
    for (const [id, ids] of expired) {
      this.expired.set(id, [...(this.expired.get(id) ?? []), ...ids]);
    }
  }

  hasExpired(): boolean {
    return this.expired.size > 0;
  }

  /** A chat of the list with all its records. */
  async get(id: string): Promise<ChatFile> {
    const { list, open } = this;
    const { stem, files } = list.listed(id);
    const one = open.get(id) ?? {
      file: new ChatFile(this.context, { id, stem, files }),
      applied: 0,
    };
    open.delete(id);
    this.makeRoom();
    open.set(id, one);
    const waiting = this.waiting.get(id) ?? [];
    const records = waiting.slice(one.applied);
    one.applied = waiting.length;
    list.setOutputs(await one.file.apply(records));
    return one.file;
  }

  /**
   * Chats that contain all words in title or text, newest first. A chat written while the user pages
   * moves to the top; the others keep their order, so that none is repeated or skipped.
   */
  async search({ after, words, limit }: ChatsRequest): Promise<ChatsAnswer> {
    const began = performance.now();
    const hits: ConversationHit[] = [];
    const most = words.length === 0 ? limit : maxSearched;
    const chats = this.list.page(after, most);
    let next: ChatsAnswer['next'];
    for (const chat of chats) {
      const isLate = next !== undefined && performance.now() - began > maxSearchMs;
      if (isLate || hits.length === limit) return { hits, next };
      const match = await this.matchOf(chat, words);
      if (match !== undefined) hits.push({ ...chat, ...match });
      next = { updatedAt: chat.updatedAt, id: chat.id };
    }
    return { hits, next: chats.length === most ? next : undefined };
  }

  /** Writes every chat with waiting records or expired rows; the list has it in memory. */
  async write(): Promise<void> {
    const { list, waiting, expired } = this;
    const ids = new Set([...waiting.keys(), ...expired.keys()]);
    for (const id of ids) {
      if (list.find(id) !== undefined) await this.writeChat(id);
      waiting.delete(id);
      const one = this.open.get(id);
      if (one !== undefined) one.applied = 0;
      if (list.find(id) === undefined) this.forget(id);
    }
    expired.clear();
    this.waitingBytes = 0;
    const { disk, folder } = this.context;
    if (ids.size > 0) await disk.flushPath(inFolder(folder, chatsFolder));
  }

  /** Removes files of chats that are not in the list. */
  async removeOrphans(): Promise<void> {
    const { disk } = this.context;
    const folder = inFolder(this.context.folder, chatsFolder);
    const stems = this.list.stems();
    const orphans = (await disk.names(folder).catch(ifMissing([]))).filter((name) => {
      const stem = parseChatFile(name)?.stem;
      return stem === undefined ? name.endsWith('.tmp') : !stems.has(stem);
    });
    for (const name of orphans) await disk.remove(inFolder(folder, name));
    if (orphans.length > 0) await disk.flushPath(folder);
  }

  close(): void {
    for (const id of [...this.open.keys()]) this.forget(id);
  }

  /** Why a chat matches; undefined if a word is neither in the title nor in an entry. */
  private async matchOf(
    { id, title }: ConversationInfo,
    words: readonly string[],
  ): Promise<Pick<ConversationHit, 'excerpt'> | undefined> {
    const folded = foldText(title);
    let match: Pick<ConversationHit, 'excerpt'> = {};
    for (const word of words) {
      if (folded.includes(word)) continue;
      const text = await (await this.get(id)).wordsWith(word, this.list.listed(id).facts);
      if (text === undefined) return undefined;
      if (match.excerpt === undefined) match = { excerpt: excerptAround(text, word) };
    }
    return match;
  }

  private async writeChat(id: string): Promise<void> {
    const { list } = this;
    const file = await this.get(id);
    const gone = this.expired.get(id) ?? [];
    const isShorter = gone.length > 0 && (await file.remove(gone));
    list.setFiles(id, file.files, await file.write());
    if (isShorter) list.removeIfEmpty(id);
  }

  private forget(id: string): void {
    this.open.get(id)?.file.close();
    this.open.delete(id);
  }

  private makeRoom(): void {
    let bytes = 0;
    for (const { file } of this.open.values()) bytes += file.size();
    for (const [id, { file }] of this.open) {
      if (bytes <= maxOpenBytes && this.open.size < maxOpenChats) return;
      bytes -= file.size();
      this.forget(id);
    }
  }
}
