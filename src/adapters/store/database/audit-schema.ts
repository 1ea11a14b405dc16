/**
 * Index of the audit files: the filter columns and the location of each entry. Rows are sorted in
 * display order, so that a page is one range of the table or an index; `at` is in epoch
 * milliseconds. `mark`, the start of a file, distinguishes files that have had the same name.
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

/** Deletes some rows of a file, restricted by time so that the whole table is not read. */
export const deleteSomeAudit = `
  DELETE FROM audit WHERE (at, writer, seq, file, position) IN (
    SELECT at, writer, seq, file, position FROM audit
    WHERE at BETWEEN ? AND ? AND file = ? LIMIT ?
  )`;

export type AuditOrder = 'newest' | 'oldest';

/** The filtered columns; each combination has an index that begins with them. */
export type AuditColumns = readonly [] | readonly ['result'] | readonly ['tool', 'result'];

const pageIndexes = ['sqlite_autoindex_audit_1', 'audit_by_result', 'audit_by_tool'] as const;

/**
 * One page after a key `(at, writer, seq, file, position)`. The key is the only bound on that side:
 * given two, SQLite would use the looser one and scan from the first page. The index is forced too.
 * Parameters: the column values, the end time (`newest`: inclusive, `oldest`: exclusive), the five
 * key values, and the limit.
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
