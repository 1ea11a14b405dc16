import { createAuditTables } from './audit-schema';

/**
 * Created after `conversations`, `tool_overflow` and `summaries`: the stored facts of a chat and
 * the record that contains each. Payloads stay on disk to keep the database small. A row of
 * `conversations` without `created_at` is not a chat: it only groups outputs and summaries.
 * `conversation_marks` has a row for each fact, each emptied part, the latest write and the
 * creation. A row of `conversation_entries` without `value_bytes` means that its key was removed.
 * `words` and `title` are folded for search (`search-text.ts`). Stamps give the order of changes
 * (`stampText`); keys are escaped because SQL ends text at a NUL.
 */
const createConversationTables = `
  ALTER TABLE conversations ADD COLUMN created_at INTEGER;
  ALTER TABLE conversations ADD COLUMN updated_at INTEGER;
  ALTER TABLE conversations ADD COLUMN title TEXT;
  CREATE INDEX conversations_by_time ON conversations (updated_at DESC, id DESC)
    WHERE created_at IS NOT NULL;

  CREATE TABLE conversation_marks (
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    stamp TEXT NOT NULL,
    value TEXT,
    file TEXT NOT NULL,
    position INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    PRIMARY KEY (conversation_id, name)
  ) WITHOUT ROWID;

  CREATE TABLE conversation_entries (
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    part TEXT NOT NULL CHECK (part IN ('transcript', 'history', 'state')),
    key TEXT NOT NULL,
    stamp TEXT NOT NULL,
    first_stamp TEXT NOT NULL,
    file TEXT NOT NULL,
    position INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    value_offset INTEGER,
    value_bytes INTEGER,
    words_bytes INTEGER,
    words TEXT,
    PRIMARY KEY (conversation_id, part, key)
  ) WITHOUT ROWID;

  CREATE TABLE deleted_conversations (
    id TEXT PRIMARY KEY,
    file TEXT NOT NULL,
    position INTEGER NOT NULL,
    bytes INTEGER NOT NULL
  ) WITHOUT ROWID;
  ${stayDeleted('conversations', 'id')}
  ${stayDeleted('tool_overflow', 'conversation_id')}
  ${stayDeleted('summaries', 'conversation_id')}
`;

/** Nothing of a deleted chat returns, from whichever journal and however late. */
function stayDeleted(table: string, column: string): string {
  return `
  CREATE TRIGGER ${table}_stay_deleted BEFORE INSERT ON ${table}
    WHEN EXISTS (SELECT 1 FROM deleted_conversations WHERE id = NEW.${column})
    BEGIN SELECT RAISE(IGNORE); END;`;
}

export const selectDeleted = 'SELECT 1 AS found FROM deleted_conversations WHERE id = ?';
export const deleteConversation = 'DELETE FROM conversations WHERE id = ?';
export const upsertDeleted = `
  INSERT OR REPLACE INTO deleted_conversations (id, file, position, bytes) VALUES (?, ?, ?, ?)`;
export const liveLocationsOfDeleted = 'SELECT file, position, bytes FROM deleted_conversations';

export const updateTimes = `
  UPDATE conversations
  SET created_at = min(coalesce(created_at, ?2), ?2), updated_at = max(coalesce(updated_at, ?3), ?3)
  WHERE id = ?1`;
export const updateTitle = 'UPDATE conversations SET title = ? WHERE id = ?';

const putMark = `
  INSERT INTO conversation_marks (conversation_id, name, stamp, value, file, position, bytes)
  VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (conversation_id, name) DO UPDATE SET
    stamp = excluded.stamp, value = excluded.value,
    file = excluded.file, position = excluded.position, bytes = excluded.bytes`;

/** The newest wins; the same record again only updates the location. */
export const upsertMark = `${putMark}
  WHERE excluded.stamp >= conversation_marks.stamp`;

/** The record with the earliest creation time wins. */
export const upsertCreated = `${putMark}
  WHERE CAST(excluded.value AS INTEGER) <= CAST(conversation_marks.value AS INTEGER)`;

export const selectMarks =
  'SELECT name, stamp, value FROM conversation_marks WHERE conversation_id = ?';

/** Entries put or removed before the part was emptied. */
export const deleteDropped = `
  DELETE FROM conversation_entries WHERE conversation_id = ? AND part = ? AND stamp <= ?`;

export const upsertEntry = `
  INSERT INTO conversation_entries (
    conversation_id, part, key, stamp, first_stamp, file, position, bytes,
    value_offset, value_bytes, words_bytes, words
  ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (conversation_id, part, key) DO UPDATE SET
    stamp = excluded.stamp, first_stamp = excluded.first_stamp,
    file = excluded.file, position = excluded.position, bytes = excluded.bytes,
    value_offset = excluded.value_offset, value_bytes = excluded.value_bytes,
    words_bytes = excluded.words_bytes, words = excluded.words
  WHERE excluded.stamp >= conversation_entries.stamp`;

export const selectStamp = `
  SELECT stamp FROM conversation_entries WHERE conversation_id = ? AND part = ? AND key = ?`;

export const selectStamps = `
  SELECT part, key, stamp, first_stamp, value_bytes FROM conversation_entries
  WHERE conversation_id = ?`;

export const selectEntries = `
  SELECT part, key, file, position, bytes, value_offset, value_bytes
  FROM conversation_entries
  WHERE conversation_id = ? AND value_bytes IS NOT NULL ORDER BY part, first_stamp, key`;

/** A chat, or a row that groups outputs and summaries. */
export const selectConversation = 'SELECT id FROM conversations WHERE id = ?';

export const selectChat = `
  SELECT id, created_at, updated_at FROM conversations
  WHERE id = ? AND created_at IS NOT NULL`;

/** Newest first, starting after a chat. */
export const selectChatsBefore = `
  SELECT id, created_at, updated_at, title FROM conversations
  WHERE created_at IS NOT NULL AND (updated_at, id) < (?, ?)
  ORDER BY updated_at DESC, id DESC LIMIT ?`;

/** The first entry that contains a word, preferably in the transcript. */
export const selectWords = `
  SELECT file, position, bytes, value_offset, value_bytes, words_bytes FROM conversation_entries
  WHERE conversation_id = ? AND words IS NOT NULL AND instr(words, ?) > 0
  ORDER BY part DESC, first_stamp LIMIT 1`;

/** Chats with rows, with or without outputs and summaries. */
export const chatIds = 'SELECT id FROM conversations WHERE created_at IS NOT NULL';

export const liveLocationsOfChats = `
  SELECT file, position, bytes FROM conversation_entries
  UNION SELECT file, position, bytes FROM conversation_marks`;

/** Deletes chats last written before a time. */
export const deleteChatsBefore = `
  DELETE FROM conversations WHERE created_at IS NOT NULL AND updated_at < ?`;

/**
 * Increment on every change to the tables. A database with a higher version is left unchanged; one
 * with a lower version is set aside and rebuilt from the records.
 */
export const schemaVersion = 3;

/**
 * The query side (decision journal-first). `audit` indexes the audit files: filter columns and the
 * location of each entry. `tool_overflow` (003-overflow-1) and `summaries` (000-compress-4) locate
 * the records with the text. `record_files` stores how far each record file was read, and
 * `record_conversations` which conversations it contains text of.
 */
export const createTables = `
  CREATE TABLE conversations (id TEXT PRIMARY KEY) WITHOUT ROWID;

  CREATE TABLE tool_overflow (
    id TEXT PRIMARY KEY,
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    cut INTEGER NOT NULL,
    file TEXT NOT NULL,
    position INTEGER NOT NULL,
    bytes INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX tool_overflow_by_conversation ON tool_overflow (conversation_id);
  CREATE INDEX tool_overflow_by_age ON tool_overflow (created_at, bytes);

  ${createAuditTables}

  CREATE TABLE summaries (
    id TEXT PRIMARY KEY,
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    compaction_method TEXT NOT NULL
      CHECK (compaction_method IN ('triggered', 'manual', 'autonomous')),
    created_at INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    file TEXT NOT NULL,
    position INTEGER NOT NULL,
    bytes INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX summaries_by_conversation ON summaries (conversation_id, created_at);

  CREATE TABLE record_files (
    id TEXT PRIMARY KEY,
    state TEXT NOT NULL CHECK (state IN ('open', 'sealed', 'replaced')),
    seq INTEGER NOT NULL,
    position INTEGER NOT NULL,
    idle INTEGER NOT NULL
  ) WITHOUT ROWID;

  CREATE TABLE record_conversations (
    conversation TEXT NOT NULL,
    file TEXT NOT NULL,
    PRIMARY KEY (conversation, file)
  ) WITHOUT ROWID;
  CREATE INDEX record_conversations_by_file ON record_conversations (file);

  ${createConversationTables}

  PRAGMA user_version = ${schemaVersion};
`;

export const insertConversation = 'INSERT OR IGNORE INTO conversations (id) VALUES (?)';

/** Applied again, it updates the location of the text. */
export const insertOverflow = `
  INSERT INTO tool_overflow (id, conversation_id, created_at, cut, file, position, bytes)
  VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE
  SET file = excluded.file, position = excluded.position, bytes = excluded.bytes`;

/** Both must match: the text of another conversation is invisible (003-overflow-3). */
export const selectOverflow = `
  SELECT file, position, bytes FROM tool_overflow
  WHERE id = ? AND conversation_id = ?`;

export const overflowLocations = 'SELECT file, position, bytes FROM tool_overflow';
export const selectOverflowAt = `
  SELECT 1 FROM tool_overflow WHERE id = ? AND file = ? AND position = ?`;
export const deleteOldOverflow = 'DELETE FROM tool_overflow WHERE created_at < ?';

/** Deletes the oldest outputs until at least the given number of bytes is freed. */
export const deleteOldestOverflow = `
  DELETE FROM tool_overflow WHERE id IN (
    SELECT id FROM (
      SELECT id, bytes, sum(bytes) OVER (ORDER BY created_at, id) AS total FROM tool_overflow
    ) WHERE total - bytes < ?
  )`;

export const insertSummary = `
  INSERT INTO summaries (
    id, conversation_id, compaction_method, created_at, seq, file, position, bytes
  ) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE
  SET file = excluded.file, position = excluded.position, bytes = excluded.bytes`;

/** Oldest first; in the order of writing if the times are equal. */
export const selectSummaries = `
  SELECT file, position, bytes FROM summaries
  WHERE conversation_id = ? ORDER BY created_at, seq, id`;

export const summaryLocations = 'SELECT file, position, bytes FROM summaries';
export const selectSummaryAt = `
  SELECT 1 FROM summaries WHERE id = ? AND file = ? AND position = ?`;
export const deleteOldSummaries = 'DELETE FROM summaries WHERE created_at < ?';

export const selectRecordFiles = 'SELECT id, state, seq, position, idle FROM record_files';
export const deleteRecordFiles = 'DELETE FROM record_files';
export const insertRecordFile = `
  INSERT INTO record_files (id, state, seq, position, idle) VALUES (?, ?, ?, ?, ?)`;

export const insertRecordConversation = `
  INSERT OR IGNORE INTO record_conversations (conversation, file) VALUES (?, ?)`;
export const deleteRecordConversations = 'DELETE FROM record_conversations WHERE file = ?';

/** Files that contain text of deleted conversations. */
export const selectFilesOfGone = `
  SELECT DISTINCT file FROM record_conversations
  WHERE NOT EXISTS (SELECT 1 FROM conversations WHERE id = record_conversations.conversation)`;
