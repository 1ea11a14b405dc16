import type { Database, SqlJsStatic, SqlValue, Statement } from 'sql.js';
import { createTables, schemaVersion } from './schema';

export type OpenedDatabase =
  | { readonly state: 'open'; readonly database: StoreDatabase }
  | { readonly state: 'corrupt'; readonly reason: string }
  /** Written by a newer version of the extension. */
  | { readonly state: 'newer' };

export function createDatabase(sqlJs: SqlJsStatic): StoreDatabase {
  const raw = new sqlJs.Database();
  raw.run(createTables);
  return new StoreDatabase(raw);
}

export function openDatabase(sqlJs: SqlJsStatic, bytes: Uint8Array): OpenedDatabase {
  const raw = new sqlJs.Database(bytes);
  try {
    const broken = check(raw);
    const version = broken === undefined ? Number(scalar(raw, 'PRAGMA user_version')) : 0;
    if (version === schemaVersion) return { state: 'open', database: new StoreDatabase(raw) };
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

/** A sql.js database with foreign keys enabled. All calls are synchronous and in memory. */
export class StoreDatabase {
  private readonly statements = new Map<string, Statement>();

  constructor(private readonly raw: Database) {
    this.configure();
  }

  /** Returns the number of changed rows. */
  run(sql: string, parameters: readonly SqlValue[] = []): number {
    this.rows(sql, parameters);
    return this.raw.getRowsModified();
  }

  rows(sql: string, parameters: readonly SqlValue[] = []): readonly Record<string, SqlValue>[] {
    const statement = this.prepared(sql, parameters);
    const found: Record<string, SqlValue>[] = [];
    try {
      while (statement.step()) found.push(statement.getAsObject());
    } finally {
      statement.reset();
    }
    return found;
  }

  /** Applies all of `work` or none of it. */
  transaction(work: () => void): void {
    this.raw.run('BEGIN');
    try {
      work();
      this.raw.run('COMMIT');
    } catch (error) {
      this.raw.run('ROLLBACK');
      throw error;
    }
  }

  /** The database file as bytes. */
  export(): Uint8Array {
    // `export` frees all statements and turns foreign keys off.
    this.statements.clear();
    const bytes = this.raw.export();
    this.configure();
    return bytes;
  }

  close(): void {
    this.raw.close();
  }

  private prepared(sql: string, parameters: readonly SqlValue[]): Statement {
    const statement = this.statements.get(sql) ?? this.raw.prepare(sql);
    this.statements.set(sql, statement);
    statement.bind([...parameters]);
    return statement;
  }

  /** The cascade of 003 needs foreign keys; `secure_delete` overwrites deleted text with zeros. */
  private configure(): void {
    this.raw.run('PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON');
    if (scalar(this.raw, 'PRAGMA foreign_keys') !== 1) throw new Error('Foreign keys are off.');
  }
}
