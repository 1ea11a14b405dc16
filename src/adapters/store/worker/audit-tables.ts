import * as z from 'zod/mini';
import type { AuditKey, AuditRequest } from '../channel/protocol';

/**
 * Parts of `gatehouse.db`: how far each file of the audit log was read, which is checked by the
 * digest of the last line read, the databases of its rows, and what is in each of them. `mark`, the
 * start of a file, distinguishes files that have had the same
 * name; the id is made of it, so that rows keep it when this list is lost. Times are in epoch milliseconds.
 */
export const auditTables = `
  CREATE TABLE audit_sources (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    writer TEXT NOT NULL,
    mark TEXT NOT NULL UNIQUE,
    position INTEGER NOT NULL,
    digest TEXT NOT NULL
  );

  CREATE TABLE audit_databases (
    number INTEGER PRIMARY KEY,
    first_at INTEGER NOT NULL,
    last_at INTEGER NOT NULL
  );

  CREATE TABLE audit_contents (
    number INTEGER NOT NULL,
    source INTEGER NOT NULL,
    tool TEXT NOT NULL,
    result TEXT NOT NULL,
    entries INTEGER NOT NULL,
    PRIMARY KEY (number, source, tool, result)
  ) WITHOUT ROWID;
`;

/** A database of rows: whole redacted entries as in their lines, with what is searched by. */
export const auditRowTables = `
  CREATE TABLE audit (
    at INTEGER NOT NULL,
    writer TEXT NOT NULL,
    seq INTEGER NOT NULL,
    source INTEGER NOT NULL,
    position INTEGER NOT NULL,
    tool TEXT NOT NULL,
    result TEXT NOT NULL,
    session TEXT,
    tool_call_id TEXT,
    exit_code INTEGER,
    stdout TEXT,
    stderr TEXT,
    entry TEXT NOT NULL,
    PRIMARY KEY (at, writer, seq, source, position)
  );
`;

export const selectSources =
  'SELECT id, name, writer, mark, position, digest FROM audit_sources ORDER BY id';
export const sourceSchema = z.object({
  id: z.number(),
  name: z.string(),
  writer: z.string(),
  mark: z.string(),
  position: z.number(),
  digest: z.string(),
});
export type AuditSource = z.infer<typeof sourceSchema>;

export const insertSource = `
  INSERT INTO audit_sources (id, name, writer, mark, position, digest) VALUES (?, ?, ?, ?, 0, '')
  RETURNING id, name, writer, mark, position, digest`;

export const putDatabase = `
  INSERT INTO audit_databases (number, first_at, last_at) VALUES (?1, ?2, ?3)
  ON CONFLICT (number) DO UPDATE SET
    first_at = min(first_at, excluded.first_at), last_at = max(last_at, excluded.last_at)`;

export const addContent = `
  INSERT INTO audit_contents (number, source, tool, result, entries) VALUES (?, ?, ?, ?, 1)
  ON CONFLICT (number, source, tool, result) DO UPDATE SET entries = entries + 1`;

export const insertAudit = `
  INSERT OR IGNORE INTO audit (
    at, writer, seq, source, position, tool, result, session, tool_call_id,
    exit_code, stdout, stderr, entry
  ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

export const rowSchema = z.object({
  at: z.number(),
  writer: z.string(),
  seq: z.number(),
  source: z.number(),
  position: z.number(),
  entry: z.string(),
});
export type AuditRowOfDatabase = z.infer<typeof rowSchema>;

export function keyOf(row: AuditRowOfDatabase): AuditKey {
  return [row.at, row.writer, row.seq, row.source, row.position];
}

type Selection = Pick<AuditRequest, 'order' | 'tool' | 'results' | 'end'>;

/**
 * A page after a key: one range of the primary key. The key is the only bound on that side; given
 * two, SQLite would use the looser one.
 */
export function selectPage(
  { order, tool, results, end }: Selection,
  start: AuditKey,
  limit: number,
): { readonly sql: string; readonly parameters: readonly (string | number)[] } {
  const [beyond, direction, until] = order === 'newest' ? ['<', 'DESC', '>='] : ['>', 'ASC', '<'];
  const key = ['at', 'writer', 'seq', 'source', 'position'];
  const { sql, parameters } = selectContent({ tool, results });
  return {
    sql: `SELECT ${key.join(', ')}, entry FROM audit
      WHERE (${key.join(', ')}) ${beyond} (?, ?, ?, ?, ?) AND at ${until} ? AND ${sql}
      ORDER BY ${key.map((column) => `${column} ${direction}`).join(', ')} LIMIT ?`,
    parameters: [...start, end, ...parameters, limit],
  };
}

/** A condition on tool and result. */
function selectContent({ tool, results }: Pick<Selection, 'tool' | 'results'>): {
  readonly sql: string;
  readonly parameters: readonly string[];
} {
  const ofTool = tool === undefined ? 'true' : 'tool = ?';
  const ofResult =
    results === undefined ? 'true' : `result IN (${results.map(() => '?').join(', ')})`;
  return {
    sql: `${ofTool} AND ${ofResult}`,
    parameters: [...(tool === undefined ? [] : [tool]), ...(results ?? [])],
  };
}

export const databaseSchema = z.object({
  number: z.number(),
  firstAt: z.number(),
  lastAt: z.number(),
});
export type AuditDatabase = z.infer<typeof databaseSchema>;

const columns = 'number, first_at AS firstAt, last_at AS lastAt';
export const selectDatabases = `SELECT ${columns} FROM audit_databases ORDER BY number`;

/** The databases that may have such rows. */
export function selectDatabasesWith(selection: Selection): {
  readonly sql: string;
  readonly parameters: readonly string[];
} {
  const { sql, parameters } = selectContent(selection);
  return {
    sql: `SELECT ${columns} FROM audit_databases
      WHERE number IN (SELECT number FROM audit_contents WHERE ${sql})`,
    parameters,
  };
}

/** Compares like SQL: text by its bytes. */
export function compareKeys(a: AuditKey, b: AuditKey): number {
  return (
    a[0] - b[0] ||
    Buffer.compare(Buffer.from(a[1]), Buffer.from(b[1])) ||
    a[2] - b[2] ||
    a[3] - b[3] ||
    a[4] - b[4]
  );
}
