import type { Database, SqlJsStatic, SqlValue, Statement } from 'sql.js';
import { createTables, migrations, schemaVersion } from './schema';

/** A sql.js database with foreign keys on. Everything here is synchronous and in memory. */
export interface StoreDatabase {
  /** Answers how many rows changed. */
  run(sql: string, parameters?: readonly SqlValue[]): number;
  rows(sql: string, parameters?: readonly SqlValue[]): readonly Record<string, SqlValue>[];
  /** All of `work` or nothing of it. */
  transaction(work: () => void): void;
  /** The whole database as the bytes of a file, checked by opening them again. */
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
  return wrap(sqlJs, raw);
}

export function openDatabase(sqlJs: SqlJsStatic, bytes: Uint8Array): OpenedDatabase {
  const raw = new sqlJs.Database(bytes);
  try {
    const broken = check(raw);
    if (broken !== undefined) {
      raw.close();
      return { state: 'corrupt', reason: broken };
    }
    const version = scalar(raw, 'PRAGMA user_version');
    if (typeof version === 'number' && version > schemaVersion) {
      raw.close();
      return { state: 'newer' };
    }
    const foreign = migrate(raw, Number(version));
    if (foreign !== undefined) {
      raw.close();
      return { state: 'corrupt', reason: foreign };
    }
    return { state: 'open', database: wrap(sqlJs, raw) };
  } catch (error) {
    raw.close();
    throw error;
  }
}

/** Says what is wrong with the file, undefined when nothing is. */
function check(raw: Database): string | undefined {
  return reasonFrom(() => {
    const answer = scalar(raw, 'PRAGMA quick_check(1)');
    return answer === 'ok' ? undefined : String(answer);
  });
}

/** Brings an older file to this version, in memory; says why if that cannot be. */
function migrate(raw: Database, from: number): string | undefined {
  return reasonFrom(() => {
    let version = from;
    for (let step = migrations.get(version); step !== undefined; step = migrations.get(version)) {
      raw.run(step);
      version += 1;
    }
    return version === schemaVersion ? undefined : 'it is not a database of Gatehouse';
  });
}

function reasonFrom(find: () => string | undefined): string | undefined {
  try {
    return find();
  } catch (error) {
    // No memory says nothing about the file.
    if (!(error instanceof Error) || /memory/i.test(error.message)) throw error;
    return error.message;
  }
}

function scalar(raw: Database, sql: string): SqlValue | undefined {
  return raw.exec(sql)[0]?.values[0]?.[0];
}

function wrap(sqlJs: SqlJsStatic, raw: Database): StoreDatabase {
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

  /** The cascade of 003 depends on the first; the second zeroes what was deleted. */
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
      const bytes = raw.export();
      configure();
      const copy = openDatabase(sqlJs, bytes);
      if (copy.state !== 'open') throw new Error('The exported database does not open.');
      copy.database.close();
      return bytes;
    },
    close: () => raw.close(),
  };
}
