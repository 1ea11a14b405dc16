import * as z from 'zod/mini';
import type { ConversationInfo } from '../../../core/contracts/chats/conversation';
import { countOf } from './stamp';
import { chatFileStem } from '../disk/file-names';
import type { StoreRecord } from '../journal/records';
import { auditTables } from './audit-tables';
import type { Aging, ChatDescription, OutputInfo } from './chat-file';
import {
  emptyHead,
  headOfChange,
  infoOf,
  mergeHeads,
  parseHead,
  type ChatFacts,
} from './chat-facts';
import type { StoreDatabase, Tables } from './database';
import type { ChatCursor, ChatHead, Retention, StoreCounts } from '../channel/protocol';

/**
 * `gatehouse.db`: the list of chats with what lists show of them, outputs and summaries by age, and
 * where the entries of the audit log are. The content is in the other files. A chat without
 * `created_at` only groups outputs and summaries. `bytes` of a chat is the size of its files; `file`
 * of an output is the one in which it begins, NULL while it is only in a journal.
 */
export const listTables: Tables = {
  version: 5,
  sql: `
  CREATE TABLE chats (
    id TEXT PRIMARY KEY,
    stem TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    created_at INTEGER,
    updated_at INTEGER,
    facts TEXT NOT NULL,
    files INTEGER NOT NULL,
    bytes INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX chats_by_time ON chats (updated_at DESC, id DESC) WHERE created_at IS NOT NULL;

  CREATE TABLE deleted_chats (id TEXT PRIMARY KEY) WITHOUT ROWID;

  CREATE TABLE aging (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('output', 'summary')),
    conversation_id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    cut INTEGER NOT NULL,
    file INTEGER
  ) WITHOUT ROWID;
  CREATE INDEX aging_by_age ON aging (kind, created_at, bytes);
  CREATE INDEX aging_by_chat ON aging (conversation_id);
  ${auditTables}
`,
};

const dayMs = 86_400_000;

/** Fill level after removal, so that not every save removes a little. */
const targetFill = 0.9;

const chatSchema = z.object({
  id: z.string(),
  stem: z.string(),
  facts: z.string(),
  files: z.number(),
});
const idSchema = z.object({ id: z.string() });
const agingSchema = z.object({
  id: z.string(),
  conversation: z.string(),
  createdAt: z.number(),
  bytes: z.number(),
  cut: z.number(),
  file: z.nullable(z.number()),
});

/** A chat of the list. */
export interface ListedChat {
  readonly id: string;
  readonly stem: string;
  readonly facts: ChatFacts;
  /** On disk. */
  readonly files: number;
}

/** Ids of outputs and summaries by chat. */
export type Expired = ReadonlyMap<string, readonly string[]>;

export class ChatList {
  constructor(private readonly database: StoreDatabase) {}

  /** False if the files need nothing of the record: its chat is deleted. */
  add(record: StoreRecord, now: number, retention: Retention): boolean {
    const { conversation } = record;
    if (record.kind === 'deletion') {
      this.delete(conversation);
      return false;
    }
    if (this.isDeleted(conversation)) return false;
    const aging = agingOf(record);
    if (aging !== undefined && aging.createdAt < startOf(aging.kind, retention, now)) return false;
    const facts = this.find(conversation)?.facts ?? emptyHead;
    const change = record.kind === 'change' ? headOfChange(record) : emptyHead;
    this.put(conversation, mergeHeads(facts, change));
    if (aging !== undefined) this.addAging(conversation, aging);
    return true;
  }

  /** Adds a chat whose row was lost. */
  restore(
    id: string,
    { facts, aging }: ChatDescription,
    { files, bytes }: { readonly files: number; readonly bytes: number },
  ): void {
    this.put(id, facts);
    for (const each of aging) this.addAging(id, each);
    this.setFiles(id, files, bytes);
  }

  find(id: string): ListedChat | undefined {
    const row = this.database.first(
      chatSchema,
      'SELECT id, stem, facts, files FROM chats WHERE id = ?',
      [id],
    );
    return row && { ...row, facts: parseHead(row.facts) };
  }

  /** One that is in the list for certain. */
  listed(id: string): ListedChat {
    const chat = this.find(id);
    if (chat === undefined) throw new Error('A chat is not in the list.');
    return chat;
  }

  head(id: string): ChatHead {
    const chat = this.find(id);
    const { latest, createdAt } = chat?.facts.times ?? {};
    return {
      count: latest === undefined ? 0 : countOf(latest),
      ...(createdAt !== undefined && { createdAt }),
      exists: chat !== undefined,
      isDeleted: this.isDeleted(id),
    };
  }

  /** Newest first, starting after a chat. */
  page(after: ChatCursor | undefined, limit: number): readonly ConversationInfo[] {
    const { updatedAt, id } = after ?? { updatedAt: Number.MAX_SAFE_INTEGER, id: '' };
    return this.database
      .rows(chatSchema, selectPage, [updatedAt, id, limit])
      .flatMap((row) => infoOf(row.id, parseHead(row.facts)) ?? []);
  }

  isDeleted(id: string): boolean {
    return this.count('deleted_chats WHERE id = ?', [id]) > 0;
  }

  /** Of one chat only: others do not see it (003-overflow-3). */
  output(id: string, conversation: string): OutputInfo | undefined {
    const row = this.database.first(
      agingSchema,
      `${selectAging} WHERE kind = 'output' AND id = ?`,
      [id],
    );
    if (row?.conversation !== conversation) return undefined;
    return { ...row, cut: row.cut !== 0, file: row.file ?? 1 };
  }

  deleted(): readonly string[] {
    const sql = 'SELECT id FROM deleted_chats ORDER BY id';
    return this.database.rows(idSchema, sql).map(({ id }) => id);
  }

  /** Keeps chats deleted that were, whatever is found of them. */
  restoreDeleted(ids: readonly string[]): void {
    for (const id of ids) this.delete(id);
  }

  setOutputs(outputs: readonly OutputInfo[]): void {
    const sql = 'UPDATE aging SET file = ? WHERE id = ?';
    for (const { id, file } of outputs) this.database.run(sql, [file, id]);
  }

  setFiles(id: string, files: number, bytes: number): void {
    this.database.run('UPDATE chats SET files = ?, bytes = ? WHERE id = ?', [files, bytes, id]);
  }

  stems(): ReadonlySet<string> {
    const rows = this.database.rows(z.object({ stem: z.string() }), 'SELECT stem FROM chats');
    return new Set(rows.map(({ stem }) => stem));
  }

  counts(): Omit<StoreCounts, 'entries'> {
    return {
      conversations: this.count('chats WHERE created_at IS NOT NULL'),
      outputs: this.count("aging WHERE kind = 'output'"),
      files: this.database.number('SELECT sum(files) AS value FROM chats'),
      bytes: this.bytes(),
    };
  }

  /** Removes from the list what is too old; returns what the files still have of it. */
  expire(now: number, retention: Retention): Expired {
    const { database } = this;
    const old = (['output', 'summary'] as const).flatMap((kind) => {
      const before = [kind, startOf(kind, retention, now)];
      return database.rows(agingSchema, `${selectAging} WHERE kind = ? AND created_at < ?`, before);
    });
    this.removeAging(old);
    const gone = database.rows(idSchema, 'SELECT id FROM chats WHERE updated_at < ?', [
      startOf('chat', retention, now),
    ]);
    for (const { id } of gone) this.remove(id);
    return byChat(old);
  }

  /** Removes the oldest outputs from the list until everything fits; returns them by chat. */
  makeRoom(maxBytes: number): Expired {
    const over = this.bytes() - maxBytes;
    if (over <= 0) return new Map();
    const least = [over + maxBytes * (1 - targetFill)];
    const oldest = this.database.rows(agingSchema, selectOldest, least);
    this.removeAging(oldest);
    return byChat(oldest);
  }

  bytes(): number {
    return this.database.number('SELECT sum(bytes) AS value FROM chats');
  }

  /** Removes a chat in which nothing is left. */
  removeIfEmpty(id: string): void {
    this.database.run(deleteIfEmpty, [id]);
  }

  private delete(id: string): void {
    this.database.insert('deleted_chats', { id });
    this.remove(id);
  }

  private remove(id: string): void {
    this.database.run('DELETE FROM aging WHERE conversation_id = ?', [id]);
    this.database.run('DELETE FROM chats WHERE id = ?', [id]);
  }

  private put(id: string, facts: ChatFacts): void {
    const { title, createdAt, updatedAt } = infoOf(id, facts) ?? {};
    const times = [createdAt ?? null, updatedAt ?? null];
    this.database.run(putChat, [
      ...[id, chatFileStem(id), title ?? '', ...times, JSON.stringify(facts)],
    ]);
  }

  private addAging(conversation: string, aging: Aging): void {
    const { id, kind, createdAt, bytes, cut, file } = aging;
    this.database.insert('aging', {
      ...{ id, kind, conversation_id: conversation, created_at: createdAt, bytes },
      ...{ cut: Number(cut), file },
    });
  }

  private removeAging(rows: readonly { readonly id: string }[]): void {
    for (const { id } of rows) this.database.run('DELETE FROM aging WHERE id = ?', [id]);
  }

  private count(from: string, parameters: readonly string[] = []): number {
    return this.database.number(`SELECT count(*) AS value FROM ${from}`, parameters);
  }
}

function agingOf(record: StoreRecord): Aging | undefined {
  const { kind } = record;
  if (kind === 'output') return { ...record, kind, bytes: record.of.bytes, file: null };
  if (kind !== 'summary') return undefined;
  return { id: record.id, kind, createdAt: record.at, bytes: 0, cut: false, file: null };
}

/** Older than this is too old. */
function startOf(kind: keyof typeof settingOf, retention: Retention, now: number): number {
  const days = retention[settingOf[kind]];
  return days === 0 ? Number.MIN_SAFE_INTEGER : now - days * dayMs;
}

const settingOf = { output: 'outputs', summary: 'summaries', chat: 'chats' } as const;

function byChat(
  outputs: readonly { readonly id: string; readonly conversation: string }[],
): Expired {
  const found = new Map<string, string[]>();
  for (const { id, conversation } of outputs) {
    found.set(conversation, [...(found.get(conversation) ?? []), id]);
  }
  return found;
}

const putChat = `
  INSERT INTO chats (id, stem, title, created_at, updated_at, facts, files, bytes)
  VALUES (?, ?, ?, ?, ?, ?, 0, 0)
  ON CONFLICT (id) DO UPDATE SET
    title = excluded.title, created_at = excluded.created_at,
    updated_at = excluded.updated_at, facts = excluded.facts`;
const deleteIfEmpty = `
  DELETE FROM chats WHERE id = ? AND created_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM aging WHERE conversation_id = chats.id)`;
const selectPage = `
  SELECT id, stem, facts, files FROM chats
  WHERE created_at IS NOT NULL AND (updated_at, id) < (?, ?)
  ORDER BY updated_at DESC, id DESC LIMIT ?`;
const selectAging = `
  SELECT id, conversation_id AS conversation, created_at AS createdAt, bytes, cut, file FROM aging`;
/** The oldest, until at least so many bytes are free. */
const selectOldest = `
  ${selectAging} WHERE id IN (
    SELECT id FROM (
      SELECT id, bytes, sum(bytes) OVER (ORDER BY created_at, id) AS total
      FROM aging WHERE kind = 'output'
    ) WHERE total - bytes < ?
  )`;
