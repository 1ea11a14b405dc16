import * as z from 'zod/mini';
import type { AuditKey, AuditRequest } from '../channel/protocol';
import type { Tables } from './database';

/**
 * Parts of `gatehouse.db`: the databases of the rows of the audit log, and what is in each of them.
 * One has rows of one file of the log only, up to `position`, which is checked by the digest of the
 * last line read. `mark`, the start of that file, distinguishes files that have had the same name.
 * Times are in epoch milliseconds.
 */
export const auditTables = `
  CREATE TABLE audit_databases (
    number INTEGER PRIMARY KEY,
    mark TEXT NOT NULL,
    position INTEGER NOT NULL,
    digest TEXT NOT NULL,
    first_at INTEGER NOT NULL,
    last_at INTEGER NOT NULL
  );

  CREATE TABLE audit_contents (
    number INTEGER NOT NULL,
    tool TEXT NOT NULL,
    result TEXT NOT NULL,
    entries INTEGER NOT NULL,
    PRIMARY KEY (number, tool, result)
  ) WITHOUT ROWID;
`;

/** A database of rows: whole redacted entries as in their lines, with what is searched by. */
export const auditRowTables: Tables = {
  version: 5,
  sql: `
  CREATE TABLE audit (
    at INTEGER NOT NULL,
    writer TEXT NOT NULL,
    seq INTEGER NOT NULL,
    position INTEGER NOT NULL,
    tool TEXT NOT NULL,
    result TEXT NOT NULL,
    session TEXT,
    tool_call_id TEXT,
    exit_code INTEGER,
    stdout TEXT,
    stderr TEXT,
    entry TEXT NOT NULL,
    PRIMARY KEY (at, writer, seq, position)
  );
`,
};

export const extendDatabase = `
  UPDATE audit_databases SET position = ?2, digest = ?3,
    first_at = min(first_at, ?4), last_at = max(last_at, ?5) WHERE number = ?1`;

export const addContent = `
  INSERT INTO audit_contents (number, tool, result, entries) VALUES (?, ?, ?, 1)
  ON CONFLICT (number, tool, result) DO UPDATE SET entries = entries + 1`;

export const rowSchema = z.object({
  at: z.number(),
  writer: z.string(),
  seq: z.number(),
  position: z.number(),
  entry: z.string(),
});
export type AuditRowOfDatabase = z.infer<typeof rowSchema>;

export function keyOf(row: AuditRowOfDatabase): AuditKey {
  return [row.at, row.writer, row.seq, row.position];
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
  const key = ['at', 'writer', 'seq', 'position'];
  const { sql, parameters } = selectContent({ tool, results });
  return {
    sql: `SELECT ${key.join(', ')}, entry FROM audit
      WHERE (${key.join(', ')}) ${beyond} (?, ?, ?, ?) AND at ${until} ? AND ${sql}
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
  mark: z.string(),
  position: z.number(),
  digest: z.string(),
  firstAt: z.number(),
  lastAt: z.number(),
});
export type AuditDatabase = z.infer<typeof databaseSchema>;

const columns = 'number, mark, position, digest, first_at AS firstAt, last_at AS lastAt';
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
    a[3] - b[3]
  );
}
