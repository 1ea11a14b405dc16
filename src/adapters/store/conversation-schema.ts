/**
 * Created after `conversations`, `tool_overflow` and `summaries` have been made. What is
 * kept of a chat, and which record holds it: bodies stay on disk, so that the database stays small.
 * A row of `conversations` without `created_at` is no chat: it only holds outputs and summaries
 * together. `conversation_marks` has a row for each fact, for each part that was emptied, for the
 * latest write and for the creation. A row of `conversation_entries` without `value_bytes` says that its key was removed.
 * `words` and `title` are folded for the search (`conversation-fold.ts`). Stamps and positions say
 * what came before what (`conversation-stamp.ts`); keys are escaped, since SQL stops at a NUL.
 */
export const createConversationTables = `
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

/** Whatever journal it comes from, and however late: nothing of a deleted chat returns. */
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

export const insertChat = 'INSERT OR IGNORE INTO conversations (id) VALUES (?)';
export const updateTimes = `
  UPDATE conversations
  SET created_at = min(coalesce(created_at, ?2), ?2), updated_at = max(coalesce(updated_at, ?3), ?3)
  WHERE id = ?1`;
export const updateTitle = 'UPDATE conversations SET title = ? WHERE id = ?';

/** The newest wins; the same once more only says where it lies now. */
export const upsertMark = `
  INSERT INTO conversation_marks (conversation_id, name, stamp, value, file, position, bytes)
  VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (conversation_id, name) DO UPDATE SET
    stamp = excluded.stamp, value = excluded.value,
    file = excluded.file, position = excluded.position, bytes = excluded.bytes
  WHERE excluded.stamp >= conversation_marks.stamp`;

/** Whoever knows of the earliest time. */
export const upsertCreated = `
  INSERT INTO conversation_marks (conversation_id, name, stamp, value, file, position, bytes)
  VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (conversation_id, name) DO UPDATE SET
    stamp = excluded.stamp, value = excluded.value,
    file = excluded.file, position = excluded.position, bytes = excluded.bytes
  WHERE CAST(excluded.value AS INTEGER) <= CAST(conversation_marks.value AS INTEGER)`;

export const selectMarks =
  'SELECT name, stamp, value FROM conversation_marks WHERE conversation_id = ?';

/** What was put or removed before the part was emptied. */
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

/** A chat, or what holds outputs and summaries together. */
export const selectConversation = 'SELECT id FROM conversations WHERE id = ?';

export const selectChat = `
  SELECT id, created_at, updated_at FROM conversations
  WHERE id = ? AND created_at IS NOT NULL`;

/** Newest first, after a chat. */
export const selectChatsBefore = `
  SELECT id, created_at, updated_at, title FROM conversations
  WHERE created_at IS NOT NULL AND (updated_at, id) < (?, ?)
  ORDER BY updated_at DESC, id DESC LIMIT ?`;

/** The first entry with a word in it: of the transcript if there is one. */
export const selectWords = `
  SELECT file, position, bytes, value_offset, value_bytes, words_bytes FROM conversation_entries
  WHERE conversation_id = ? AND words IS NOT NULL AND instr(words, ?) > 0
  ORDER BY part DESC, first_stamp LIMIT 1`;

/** Chats that have rows, with outputs and summaries or without. */
export const chatIds = 'SELECT id FROM conversations WHERE created_at IS NOT NULL';

export const liveLocationsOfChats = `
  SELECT file, position, bytes FROM conversation_entries
  UNION SELECT file, position, bytes FROM conversation_marks`;

/** Last written before a time. */
export const deleteChatsBefore = `
  DELETE FROM conversations WHERE created_at IS NOT NULL AND updated_at < ?`;
