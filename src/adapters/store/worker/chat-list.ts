import * as z from 'zod/mini';
import type { ConversationInfo } from '../../../core/contracts/chats/conversation';
import { countOf } from './stamp';
import { chatFileStem } from '../disk/file-names';
import type { StoreRecord } from '../journal/records';
import { auditTables } from './audit-tables';
import type { ChatDescription, OutputInfo } from './chat-file';
import {
  emptyHead,
  headOfChange,
  infoOf,
  mergeHeads,
  parseHead,
  type ChatFacts,
} from './chat-facts';
import type { StoreDatabase } from './database';
import type { ChatCursor, ChatHead, Retention, StoreCounts } from '../channel/protocol';

/**
 * `gatehouse.db`: the list of chats with what lists show of them, outputs by age, and where the
 * entries of the audit log are. The content is in the other files. A chat without `created_at` only
 * groups outputs and summaries. `bytes` of a chat is the size of its files; `file` of an output is
 * the one in which it begins, NULL while it is only in a journal.
 */
export const listTables = `
  CREATE TABLE chats (
    id TEXT PRIMARY KEY,
    stem TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    created_at INTEGER,
    updated_at INTEGER,
    facts TEXT NOT NULL,
    files INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    oldest_summary INTEGER
  ) WITHOUT ROWID;
  CREATE INDEX chats_by_time ON chats (updated_at DESC, id DESC) WHERE created_at IS NOT NULL;

  /* Counts the saves. */
  CREATE TABLE generation (number INTEGER NOT NULL);
  INSERT INTO generation (number) VALUES (0);

  CREATE TABLE deleted_chats (id TEXT PRIMARY KEY) WITHOUT ROWID;

  CREATE TABLE outputs (
    overflow_id TEXT PRIMARY KEY,
    conversation_id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    cut INTEGER NOT NULL,
    file INTEGER
  ) WITHOUT ROWID;
  CREATE INDEX outputs_by_age ON outputs (created_at, bytes);
  CREATE INDEX outputs_by_chat ON outputs (conversation_id);
  ${auditTables}
`;

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
const outputSchema = z.object({
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

/** What expired: outputs and summaries by chat. */
export interface Expired {
  readonly outputs: ReadonlyMap<string, readonly string[]>;
  readonly summariesBefore: number;
  /** Chats with such summaries. */
  readonly withSummaries: readonly string[];
}

export class ChatList {
  constructor(private readonly database: StoreDatabase) {}

  /** False if the files need nothing of the record: its chat is deleted. */
  add(record: StoreRecord, now: number, retention: Retention): boolean {
    const { database } = this;
    const { conversation } = record;
    if (record.kind === 'deletion') {
      this.delete(conversation);
      return false;
    }
    if (this.isDeleted(conversation)) return false;
    if (record.kind === 'output' && record.createdAt < startOf(retention.outputs, now)) {
      return false;
    }
    if (record.kind === 'summary' && record.at < startOf(retention.summaries, now)) {
      return false;
    }
    const facts = this.find(conversation)?.facts ?? emptyHead;
    const change = record.kind === 'change' ? headOfChange(record) : emptyHead;
    this.put(conversation, mergeHeads(facts, change));
    if (record.kind === 'output') {
      this.addOutput(conversation, { ...record, bytes: record.of.bytes, file: null });
    }
    if (record.kind === 'summary') {
      database.run(setOldestSummary, [record.at, conversation]);
    }
    return true;
  }

  /** Adds a chat whose row was lost. */
  restore(
    id: string,
    { facts, outputs, oldestSummary }: ChatDescription,
    { files, bytes }: { readonly files: number; readonly bytes: number },
  ): void {
    this.put(id, facts);
    for (const output of outputs) this.addOutput(id, output);
    if (oldestSummary !== undefined) this.database.run(setOldestSummary, [oldestSummary, id]);
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

  info(id: string): ConversationInfo | undefined {
    const chat = this.find(id);
    return chat && infoOf(id, chat.facts);
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
    const row = this.database.first(outputSchema, `${selectOutputs} WHERE overflow_id = ?`, [id]);
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
    const sql = 'UPDATE outputs SET file = ? WHERE overflow_id = ?';
    for (const { id, file } of outputs) this.database.run(sql, [file, id]);
  }

  setFiles(id: string, files: number, bytes: number): void {
    this.database.run('UPDATE chats SET files = ?, bytes = ? WHERE id = ?', [files, bytes, id]);
  }

  setSummariesFrom(id: string, oldest: number | undefined): void {
    this.database.run('UPDATE chats SET oldest_summary = ? WHERE id = ?', [oldest ?? null, id]);
  }

  stems(): ReadonlySet<string> {
    const rows = this.database.rows(z.object({ stem: z.string() }), 'SELECT stem FROM chats');
    return new Set(rows.map(({ stem }) => stem));
  }

  counts(): Omit<StoreCounts, 'entries'> {
    return {
      conversations: this.count('chats WHERE created_at IS NOT NULL'),
      outputs: this.count('outputs'),
      files: this.database.number('SELECT sum(files) AS value FROM chats'),
      bytes: this.bytes(),
    };
  }

  /** Removes from the list what is too old; returns what the files still have of it. */
  expire(now: number, { outputs, chats, summaries }: Retention): Expired {
    const { database } = this;
    const before = startOf(outputs, now);
    const old = database.rows(outputSchema, `${selectOutputs} WHERE created_at < ?`, [before]);
    database.run('DELETE FROM outputs WHERE created_at < ?', [before]);
    const gone = database.rows(idSchema, 'SELECT id FROM chats WHERE updated_at < ?', [
      startOf(chats, now),
    ]);
    for (const { id } of gone) this.remove(id);
    const summariesBefore = startOf(summaries, now);
    const withSummaries = database.rows(idSchema, 'SELECT id FROM chats WHERE oldest_summary < ?', [
      summariesBefore,
    ]);
    return {
      outputs: byChat(old),
      summariesBefore,
      withSummaries: withSummaries.map(({ id }) => id),
    };
  }

  /** Removes the oldest outputs from the list until everything fits; returns them by chat. */
  makeRoom(maxBytes: number): ReadonlyMap<string, readonly string[]> {
    const over = this.bytes() - maxBytes;
    if (over <= 0) return new Map();
    const least = [over + maxBytes * (1 - targetFill)];
    const oldest = this.database.rows(outputSchema, selectOldest, least);
    for (const { id } of oldest) {
      this.database.run('DELETE FROM outputs WHERE overflow_id = ?', [id]);
    }
    return byChat(oldest);
  }

  bytes(): number {
    return this.database.number('SELECT sum(bytes) AS value FROM chats');
  }

  /** Removes a chat in which nothing is left; true if it did. */
  removeIfEmpty(id: string): boolean {
    return this.database.run(deleteIfEmpty, [id]) > 0;
  }

  private delete(id: string): void {
    this.database.run('INSERT OR IGNORE INTO deleted_chats (id) VALUES (?)', [id]);
    this.remove(id);
  }

  private remove(id: string): void {
    this.database.run('DELETE FROM outputs WHERE conversation_id = ?', [id]);
    this.database.run('DELETE FROM chats WHERE id = ?', [id]);
  }

  private put(id: string, facts: ChatFacts): void {
    const { title, createdAt, updatedAt } = infoOf(id, facts) ?? {};
    const times = [createdAt ?? null, updatedAt ?? null];
    this.database.run(putChat, [
      ...[id, chatFileStem(id), title ?? '', ...times, JSON.stringify(facts)],
    ]);
  }

  private addOutput(
    conversation: string,
    {
      id,
      createdAt,
      bytes,
      cut,
      file,
    }: Omit<OutputInfo, 'file'> & { readonly file: number | null },
  ): void {
    this.database.run(insertOutput, [id, conversation, createdAt, bytes, Number(cut), file]);
  }

  private count(from: string, parameters: readonly string[] = []): number {
    return this.database.number(`SELECT count(*) AS value FROM ${from}`, parameters);
  }
}

/** Older than this is too old. */
function startOf(days: number, now: number): number {
  return days === 0 ? Number.MIN_SAFE_INTEGER : now - days * dayMs;
}

function byChat(
  outputs: readonly { readonly id: string; readonly conversation: string }[],
): ReadonlyMap<string, readonly string[]> {
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
const setOldestSummary = `
  UPDATE chats SET oldest_summary = min(coalesce(oldest_summary, ?1), ?1) WHERE id = ?2`;
const deleteIfEmpty = `
  DELETE FROM chats WHERE id = ? AND created_at IS NULL AND oldest_summary IS NULL
    AND NOT EXISTS (SELECT 1 FROM outputs WHERE conversation_id = chats.id)`;
const selectPage = `
  SELECT id, stem, facts, files FROM chats
  WHERE created_at IS NOT NULL AND (updated_at, id) < (?, ?)
  ORDER BY updated_at DESC, id DESC LIMIT ?`;
const selectOutputs = `
  SELECT overflow_id AS id, conversation_id AS conversation, created_at AS createdAt, bytes, cut, file
  FROM outputs`;
const insertOutput = `
  INSERT OR IGNORE INTO outputs (overflow_id, conversation_id, created_at, bytes, cut, file)
  VALUES (?, ?, ?, ?, ?, ?)`;
/** The oldest, until at least so many bytes are free. */
const selectOldest = `
  ${selectOutputs} WHERE overflow_id IN (
    SELECT overflow_id FROM (
      SELECT overflow_id, bytes, sum(bytes) OVER (ORDER BY created_at, overflow_id) AS total
      FROM outputs
    ) WHERE total - bytes < ?
  )`;
