/** Raised with every change of the tables; a file with a higher one is left alone. */
export const schemaVersion = 2;

/** Since version 2. Text is UTF-8 bytes, as that of `tool_overflow`. */
const createSummaries = `
  CREATE TABLE summaries (
    id TEXT PRIMARY KEY,
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    compaction_method TEXT NOT NULL
      CHECK (compaction_method IN ('triggered', 'manual', 'autonomous')),
    content BLOB NOT NULL,
    removed_messages INTEGER NOT NULL,
    tokens_before INTEGER NOT NULL,
    tokens_after INTEGER NOT NULL,
    model TEXT NOT NULL,
    created_at INTEGER NOT NULL
  );
  CREATE INDEX summaries_by_conversation ON summaries (conversation_id, created_at);
`;

/** What brings a file of an older version to the next one. */
export const migrations: ReadonlyMap<number, string> = new Map([
  [1, `${createSummaries} PRAGMA user_version = 2;`],
]);

/**
 * The query side (DESIGN section 5). `audit` is the index of the audit files: what to look for, and
 * where the whole entry is. `tool_overflow` holds the texts themselves (003 Output Overflow),
 * `summaries` how conversations were compressed (000 compress_context).
 */
export const createTables = `
  CREATE TABLE conversations (id TEXT PRIMARY KEY) WITHOUT ROWID;

  CREATE TABLE tool_overflow (
    id TEXT PRIMARY KEY,
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    cut INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    content BLOB NOT NULL
  );
  CREATE INDEX tool_overflow_by_conversation ON tool_overflow (conversation_id);
  CREATE INDEX tool_overflow_by_age ON tool_overflow (created_at, bytes);

  CREATE TABLE audit (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    source TEXT NOT NULL,
    position INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    ts TEXT NOT NULL,
    session TEXT NOT NULL,
    tool_call_id TEXT NOT NULL,
    tool TEXT NOT NULL,
    result TEXT NOT NULL,
    UNIQUE (source, position)
  );

  CREATE TABLE audit_indexed (
    source TEXT PRIMARY KEY,
    position INTEGER NOT NULL
  ) WITHOUT ROWID;

  ${createSummaries}

  PRAGMA user_version = ${schemaVersion};
`;

export const insertConversation = 'INSERT OR IGNORE INTO conversations (id) VALUES (?)';

/** The text is UTF-8 bytes: to bind a string costs three times as much, and SQL stops at a NUL. */
export const insertOverflow = `
  INSERT OR IGNORE INTO tool_overflow (id, conversation_id, created_at, cut, bytes, content)
  VALUES (?, ?, ?, ?, ?, ?)`;

/** Both must match: another conversation's text does not exist (003 Output Overflow). */
export const selectOverflow = `
  SELECT content FROM tool_overflow
  WHERE id = ? AND conversation_id = ?`;

export const deleteOldOverflow = 'DELETE FROM tool_overflow WHERE created_at < ?';

/** Keeps the newest texts that fit in so many bytes. */
export const deleteOverflowBeyond = `
  DELETE FROM tool_overflow WHERE id IN (
    SELECT id FROM (
      SELECT id, sum(bytes) OVER (ORDER BY created_at DESC, id) AS total FROM tool_overflow
    ) WHERE total > ?
  )`;

export const deleteEmptyConversations = `
  DELETE FROM conversations
  WHERE NOT EXISTS (SELECT 1 FROM tool_overflow WHERE conversation_id = conversations.id)
    AND NOT EXISTS (SELECT 1 FROM summaries WHERE conversation_id = conversations.id)`;

export const insertSummary = `
  INSERT INTO summaries (
    id, conversation_id, compaction_method, content, removed_messages, tokens_before, tokens_after,
    model, created_at
  ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (id) DO NOTHING`;

/** Oldest first; two of one moment in the order in which they were taken in. */
export const selectSummaries = `
  SELECT compaction_method, content, removed_messages, tokens_before, tokens_after, model, created_at
  FROM summaries WHERE conversation_id = ? ORDER BY created_at, rowid`;

export const deleteOldSummaries = 'DELETE FROM summaries WHERE created_at < ?';

export const insertAudit = `
  INSERT OR IGNORE INTO audit
    (source, position, bytes, ts, session, tool_call_id, tool, result)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;

export const selectAudit = `
  SELECT seq, source, position, bytes FROM audit WHERE seq < ? ORDER BY seq DESC LIMIT ?`;

export const deleteAuditOf = 'DELETE FROM audit WHERE source = ?';

export const selectIndexed = 'SELECT source, position FROM audit_indexed';
export const deleteIndexed = 'DELETE FROM audit_indexed WHERE source = ?';
export const upsertIndexed =
  'INSERT OR REPLACE INTO audit_indexed (source, position) VALUES (?, ?)';
