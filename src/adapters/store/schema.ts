import { createAuditTables } from './audit-schema';
import { createConversationTables } from './conversation-schema';

/**
 * Raised with every change of the tables. A file with a higher one is left alone; one with a lower
 * one is set aside and made again from the records.
 */
export const schemaVersion = 3;

/**
 * The query side (DESIGN section 5). `audit` is the index of the audit files: what to look for, and
 * where the whole entry is. `tool_overflow` (003 Output Overflow) and `summaries` (000
 * compress_context) say where the record is that holds the text. `record_files` says how far each
 * file of records is in here, and `record_conversations` whose text it holds.
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

/** Told again, it says where the text lies now. */
export const insertOverflow = `
  INSERT INTO tool_overflow (id, conversation_id, created_at, cut, file, position, bytes)
  VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE
  SET file = excluded.file, position = excluded.position, bytes = excluded.bytes`;

/** Both must match: another conversation's text does not exist (003 Output Overflow). */
export const selectOverflow = `
  SELECT file, position, bytes FROM tool_overflow
  WHERE id = ? AND conversation_id = ?`;

export const overflowLocations = 'SELECT file, position, bytes FROM tool_overflow';
export const selectOverflowAt = `
  SELECT 1 FROM tool_overflow WHERE id = ? AND file = ? AND position = ?`;
export const deleteOldOverflow = 'DELETE FROM tool_overflow WHERE created_at < ?';

/** The oldest, so many that the rest takes so many bytes less. */
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

/** Oldest first; two of one moment in the order in which they were written. */
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

/** Files that hold text of conversations that are gone. */
export const selectFilesOfGone = `
  SELECT DISTINCT file FROM record_conversations
  WHERE NOT EXISTS (SELECT 1 FROM conversations WHERE id = record_conversations.conversation)`;
