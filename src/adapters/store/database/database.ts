import type { Database, SqlJsStatic, SqlValue, Statement } from 'sql.js';
import { createTables, schemaVersion } from './schema';

/** A sql.js database with foreign keys enabled. All calls are synchronous and in memory. */
export interface StoreDatabase {
  /** Returns the number of changed rows. */
  run(sql: string, parameters?: readonly SqlValue[]): number;
  rows(sql: string, parameters?: readonly SqlValue[]): readonly Record<string, SqlValue>[];
  /** Applies all of `work` or none of it. */
  transaction(work: () => void): void;
  /** The database file as bytes. */
  export(): Uint8Array;
  close(): void;
}

export type OpenedDatabase =
  | { readonly state: 'open'; readonly database: StoreDatabase }
  | { readonly state: 'corrupt'; readonly reason: string }
  /** Written by a newer version of the extension. */
  | { readonly state: 'newer' };

export function createDatabase(sqlJs: SqlJsStatic): StoreDatabase {
  const raw = new sqlJs.Database();
  raw.run(createTables);
  return wrap(raw);
}

export function openDatabase(sqlJs: SqlJsStatic, bytes: Uint8Array): OpenedDatabase {
  const raw = new sqlJs.Database(bytes);
  try {
    const broken = check(raw);
    const version = broken === undefined ? Number(scalar(raw, 'PRAGMA user_version')) : 0;
    if (version === schemaVersion) return { state: 'open', database: wrap(raw) };
    raw.close();
    if (version > schemaVersion) return { state: 'newer' };
    const unknown = version > 0 ? 'its version is unknown' : 'it is not a Gatehouse database';
    return { state: 'corrupt', reason: broken ?? unknown };
  } catch (error) {
    raw.close();
    throw error;
  }
}

/** What is wrong with the file; undefined if nothing is. */
function check(raw: Database): string | undefined {
  return reasonFrom(() => {
    const answer = scalar(raw, 'PRAGMA quick_check(1)');
    return answer === 'ok' ? undefined : String(answer);
  });
}

function reasonFrom(find: () => string | undefined): string | undefined {
  try {
    return find();
  } catch (error) {
    // Running out of memory says nothing about the file.
    if (!(error instanceof Error) || /memory/i.test(error.message)) throw error;
    return error.message;
  }
}

function scalar(raw: Database, sql: string): SqlValue | undefined {
  return raw.exec(sql)[0]?.values[0]?.[0];
}

function wrap(raw: Database): StoreDatabase {
  const statements = new Map<string, Statement>();

  function prepared(sql: string, parameters: readonly SqlValue[]): Statement {
    const statement = statements.get(sql) ?? raw.prepare(sql);
    statements.set(sql, statement);
    statement.bind([...parameters]);
    return statement;
  }

  function rows(sql: string, parameters: readonly SqlValue[] = []): Record<string, SqlValue>[] {
    const statement = prepared(sql, parameters);
    const found: Record<string, SqlValue>[] = [];
    try {
      while (statement.step()) found.push(statement.getAsObject());
    } finally {
      statement.reset();
    }
    return found;
  }

  /** The cascade of 003 needs foreign keys; `secure_delete` overwrites deleted text with zeros. */
  function configure(): void {
    raw.run('PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON');
    if (scalar(raw, 'PRAGMA foreign_keys') !== 1) throw new Error('Foreign keys are off.');
  }

  configure();
  return {
    rows,
    run: (sql, parameters = []) => {
      rows(sql, parameters);
      return raw.getRowsModified();
    },
    transaction: (work) => {
      raw.run('BEGIN');
      try {
        work();
        raw.run('COMMIT');
      } catch (error) {
        raw.run('ROLLBACK');
        throw error;
      }
    },
    export: () => {
      // `export` frees all statements and turns foreign keys off.
      statements.clear();
      const bytes = raw.export();
      configure();
      return bytes;
    },
    close: () => raw.close(),
  };
}
