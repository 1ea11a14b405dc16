import * as z from 'zod/mini';
import { parseJson } from '../../../core/contracts/json';
import type { EntryPart } from '../../../core/contracts/chats/conversation';
import { stampText } from './stamp';
import { partSchema, type ChatChange, type StoredSummary } from '../journal/records';
import { headOfChange, mergeHeads, parseHead } from './chat-facts';
import type { StoreDatabase, Tables } from './database';

/**
 * The files of one chat. Each holds what was written while it was the last one, so that a save
 * rewrites one file of bounded size: of two rows of an entry, the later stamp counts. `again` marks
 * an entry that was removed before it was written again. A row without `value` is a removal. Keys
 * are escaped, because SQL ends text at a NUL.
 */
export const chatTables: Tables = {
  version: 4,
  sql: `
  CREATE TABLE chat (id TEXT PRIMARY KEY, facts TEXT NOT NULL) WITHOUT ROWID;

  CREATE TABLE messages (
    id INTEGER PRIMARY KEY,
    part TEXT NOT NULL CHECK (part IN ('transcript', 'history', 'state')),
    key TEXT NOT NULL,
    stamp TEXT NOT NULL,
    first_stamp TEXT NOT NULL,
    again INTEGER NOT NULL,
    value TEXT,
    words TEXT,
    UNIQUE (part, key)
  );
  CREATE VIRTUAL TABLE search USING fts4 (content="messages", words, tokenize=unicode61);
  CREATE TRIGGER search_before_update BEFORE UPDATE ON messages
    BEGIN DELETE FROM search WHERE docid = old.id; END;
  CREATE TRIGGER search_before_delete BEFORE DELETE ON messages
    BEGIN DELETE FROM search WHERE docid = old.id; END;
  CREATE TRIGGER search_after_update AFTER UPDATE ON messages
    BEGIN INSERT INTO search (docid, words) VALUES (new.id, new.words); END;
  CREATE TRIGGER search_after_insert AFTER INSERT ON messages
    BEGIN INSERT INTO search (docid, words) VALUES (new.id, new.words); END;

  CREATE TABLE tool_overflow (
    overflow_id TEXT NOT NULL,
    piece INTEGER NOT NULL,
    start INTEGER NOT NULL,
    text TEXT NOT NULL,
    chars INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    cut INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (overflow_id, piece)
  );

  CREATE TABLE summaries (
    id TEXT PRIMARY KEY,
    compaction_method TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    text TEXT NOT NULL,
    removed_messages INTEGER NOT NULL,
    tokens_before INTEGER NOT NULL,
    tokens_after INTEGER NOT NULL,
    model TEXT NOT NULL
  );
`,
};

export const chatSchema = z.object({ id: z.string(), facts: z.string() });
export const wordsSchema = z.object({ part: partSchema, stamp: z.string(), words: z.string() });

export const pieceSchema = z.object({
  piece: z.number(),
  start: z.number(),
  text: z.string(),
  chars: z.number(),
});

export const selectAging = `
  SELECT overflow_id AS id, 'output' AS kind, created_at AS createdAt, bytes, cut
  FROM tool_overflow WHERE piece = 0
  UNION ALL SELECT id, 'summary', created_at, 0, 0 FROM summaries`;
export const hasPiece =
  'SELECT count(*) AS value FROM tool_overflow WHERE overflow_id = ? AND piece = ?';
/** The first piece from a number on that may have a character; of one behind the end, the last. */
export const selectPiece = `
  SELECT piece, start, text, chars FROM tool_overflow
  WHERE overflow_id = ?1 AND piece >= ?2
    AND (start + ?4 >= ?3 OR start + ?4 >= chars) ORDER BY piece LIMIT 1`;
const ofFirst = 'ORDER BY part DESC, first_stamp LIMIT 1';
export const selectIndexed = `
  SELECT part, stamp, words FROM messages
  WHERE id IN (SELECT docid FROM search WHERE search MATCH ?) AND instr(fold(words), ?) > 0
  ${ofFirst}`;
export const selectScanned = `
  SELECT part, stamp, words FROM messages
  WHERE words IS NOT NULL AND instr(fold(words), ?) > 0 ${ofFirst}`;
const upsertMessage = `
  INSERT INTO messages (part, key, stamp, first_stamp, again, value, words)
  VALUES (?, ?, ?, ?, 0, ?, ?)
  ON CONFLICT (part, key) DO UPDATE SET
    stamp = excluded.stamp,
    first_stamp = CASE WHEN value IS NULL THEN excluded.first_stamp ELSE first_stamp END,
    again = CASE WHEN value IS NULL THEN 1 ELSE again END,
    value = excluded.value, words = excluded.words
  WHERE excluded.stamp >= stamp`;
const removeMessage = `
  INSERT INTO messages (part, key, stamp, first_stamp, again) VALUES (?1, ?2, ?3, ?3, 0)
  ON CONFLICT (part, key) DO UPDATE SET stamp = excluded.stamp, value = NULL, words = NULL
  WHERE excluded.stamp >= stamp`;

/** The same records give the same rows, any number of times: the latest stamp wins. */
export function addChange(database: StoreDatabase, change: ChatChange): void {
  const { conversation, count, writer, drop, remove, put } = change;
  const stamp = stampText(count, writer);
  const row = database.first(chatSchema, 'SELECT id, facts FROM chat');
  const facts = mergeHeads(parseHead(row?.facts), headOfChange(change));
  database.run('INSERT OR REPLACE INTO chat (id, facts) VALUES (?, ?)', [
    conversation,
    JSON.stringify(facts),
  ]);
  for (const part of drop) {
    database.run('DELETE FROM messages WHERE part = ? AND stamp <= ?', [part, stamp]);
  }
  const isDropped = (part: EntryPart, at: string) => at <= (facts.drops[part] ?? '');
  for (const { part, key } of remove) {
    if (!isDropped(part, stamp)) database.run(removeMessage, [part, escapeKey(key), stamp]);
  }
  for (const { part, key, count: at, first, value, words } of put) {
    const own = stampText(at, writer);
    if (isDropped(part, own)) continue;
    const searched = words === '' ? null : words;
    database.run(upsertMessage, [part, escapeKey(key), own, first ?? own, value, searched]);
  }
}

export function addSummary(database: StoreDatabase, summary: StoredSummary): void {
  const { id, method, at, text, removedMessages, tokensBefore, tokensAfter, model } = summary;
  database.insert('summaries', {
    ...{ id, compaction_method: method, created_at: at, text, removed_messages: removedMessages },
    ...{ tokens_before: tokensBefore, tokens_after: tokensAfter, model },
  });
}

/** A key escaped as in JSON, so that NUL and lone surrogates are preserved. */
function escapeKey(key: string): string {
  return JSON.stringify(key).slice(1, -1);
}

export function unescapeKey(escaped: string): string {
  return String(parseJson(`"${escaped}"`));
}
