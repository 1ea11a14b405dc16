import type { SqlJsStatic } from 'sql.js';

/** The tables of schema 1 and 2, as those versions made them. */
const version1 = `
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
  PRAGMA user_version = 1;`;

const version2 = `
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
  PRAGMA user_version = 2;`;

export interface OldContent {
  readonly schema: 1 | 2;
  /** Text by id, of conversation "chat". */
  readonly texts: ReadonlyMap<string, string>;
  /** Text by id; schema 2 only. */
  readonly summaries: ReadonlyMap<string, string>;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The file of a database that an older version saved. */
export function oldDatabase(sqlJs: SqlJsStatic, content: OldContent): Uint8Array {
  const { schema, texts, summaries, at } = content;
  const database = new sqlJs.Database();
  database.run(schema === 1 ? version1 : version1 + version2);
  database.run('INSERT INTO conversations (id) VALUES (?)', ['chat']);
  for (const [id, text] of texts) {
    const bytes = Buffer.from(text);
    database.run(
      `INSERT OR IGNORE INTO tool_overflow (id, conversation_id, created_at, cut, bytes, content)
       VALUES (?, ?, ?, ?, ?, ?)`,
      [id, 'chat', at, 0, bytes.length, bytes],
    );
  }
  for (const [id, text] of schema === 1 ? [] : summaries) {
    database.run(
      `INSERT INTO summaries (
         id, conversation_id, compaction_method, content, removed_messages, tokens_before,
         tokens_after, model, created_at
       ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
      [id, 'chat', 'triggered', Buffer.from(text), 4, 1000, 100, 'model-1', at],
    );
  }
  const bytes = database.export();
  database.close();
  return bytes;
}
