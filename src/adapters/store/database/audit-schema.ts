/**
 * The index of the audit files: what the filters ask for, and where the whole entry is. Rows lie in
 * the order in which they are shown, so that a page is one stretch of the table or of an index; `at`
 * is in epoch milliseconds. `mark` tells a file from another one of the same name: its first bytes.
 */
export const createAuditTables = `
  CREATE TABLE audit_files (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    writer TEXT NOT NULL,
    mark TEXT NOT NULL UNIQUE,
    position INTEGER NOT NULL,
    first_at INTEGER,
    last_at INTEGER
  );

  CREATE TABLE audit_tools (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
  );

  CREATE TABLE audit (
    at INTEGER NOT NULL,
    writer TEXT NOT NULL,
    seq INTEGER NOT NULL,
    file INTEGER NOT NULL REFERENCES audit_files (id),
    position INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    tool INTEGER NOT NULL REFERENCES audit_tools (id),
    result TEXT NOT NULL,
    PRIMARY KEY (at, writer, seq, file, position)
  ) WITHOUT ROWID;
  CREATE INDEX audit_by_result ON audit (result, at, writer, seq, file, position);
  CREATE INDEX audit_by_tool ON audit (tool, result, at, writer, seq, file, position);
`;

export const selectAuditFiles =
  'SELECT id, name, writer, mark, position, first_at, last_at FROM audit_files';

export const insertAuditFile = `
  INSERT INTO audit_files (name, writer, mark, position) VALUES (?, ?, ?, 0)
  RETURNING id`;

export const renameAuditFile = 'UPDATE audit_files SET name = ? WHERE id = ?';

export const moveAuditFile = `
  UPDATE audit_files SET
    position = ?1,
    first_at = min(coalesce(first_at, ?2), coalesce(?2, first_at)),
    last_at = max(coalesce(last_at, ?3), coalesce(?3, last_at))
  WHERE id = ?4`;

export const deleteAuditFile = 'DELETE FROM audit_files WHERE id = ?';

export const insertAuditTool = 'INSERT INTO audit_tools (name) VALUES (?) RETURNING id';

export const selectAuditTools = 'SELECT id, name FROM audit_tools ORDER BY name';

export const insertAudit = `
  INSERT OR IGNORE INTO audit (at, writer, seq, file, position, bytes, tool, result)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;

/** Some rows of a file: found by its time, so that not all of the table is read. */
export const deleteSomeAudit = `
  DELETE FROM audit WHERE (at, writer, seq, file, position) IN (
    SELECT at, writer, seq, file, position FROM audit
    WHERE at BETWEEN ? AND ? AND file = ? LIMIT ?
  )`;

export type AuditOrder = 'newest' | 'oldest';

/** The columns that a page is about: there is an index that begins with them. */
export type AuditColumns = readonly [] | readonly ['result'] | readonly ['tool', 'result'];

const pageIndexes = ['sqlite_autoindex_audit_1', 'audit_by_result', 'audit_by_tool'] as const;

/**
 * One page behind a key `(at, writer, seq, file, position)`. The key alone is where it begins: beside
 * a second bound on that side SQLite would take the looser one, and read its way to every later page
 * from the first. Nor is it left to choose the index. Parameters: the values of the columns, the time
 * at which it ends (`newest`: inclusive, `oldest`: exclusive), the five of the key, and the limit.
 */
export function selectAuditPage(order: AuditOrder, columns: AuditColumns): string {
  const [beyond, direction] = order === 'newest' ? ['<', 'DESC'] : ['>', 'ASC'];
  const key = ['at', 'writer', 'seq', 'file', 'position'];
  return `
    SELECT at, writer, seq, file, position, bytes FROM audit INDEXED BY ${pageIndexes[columns.length]}
    WHERE ${columns.map((column) => `${column} = ? AND `).join('')}at ${order === 'newest' ? '>=' : '<'} ?
      AND (${key.join(', ')}) ${beyond} (?, ?, ?, ?, ?)
    ORDER BY ${key.map((column) => `${column} ${direction}`).join(', ')}
    LIMIT ?`;
}
