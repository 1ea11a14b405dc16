import { type Sentence, say } from '../../../core/base/sentence';
import type { Database, SqlJsStatic, SqlValue, Statement } from 'sql.js';
import * as z from 'zod/mini';
import { foldText } from '../chats/search-text';

/** The tables of a kind of file; the version is incremented on every change. */
export interface Tables {
  readonly version: number;
  readonly sql: string;
}

export type OpenedDatabase =
  | { readonly state: 'open'; readonly database: StoreDatabase }
  | { readonly state: 'corrupt'; readonly reason: string | Sentence }
  /** A list of an earlier version: everything is in other files. */
  | { readonly state: 'older' }
  | { readonly state: 'newer' };

export function createDatabase(sqlJs: SqlJsStatic, { version, sql }: Tables): StoreDatabase {
  const raw = new sqlJs.Database();
  // Half the usual size halves the smallest file; large ones are as fast.
  raw.run(`PRAGMA page_size = 2048; ${sql}; PRAGMA user_version = ${version}`);
  return new StoreDatabase(raw);
}

export function openDatabase(
  sqlJs: SqlJsStatic,
  bytes: Uint8Array,
  { file, tables }: { readonly file: string; readonly tables: Tables },
): OpenedDatabase {
  const raw = new sqlJs.Database(bytes);
  try {
    const broken = check(raw);
    const version = broken === undefined ? Number(scalar(raw, 'PRAGMA user_version')) : 0;
    if (version === tables.version) {
      return { state: 'open', database: new StoreDatabase(raw, file) };
    }
    raw.close();
    if (version > tables.version) return { state: 'newer' };
    if (version > 0) return { state: 'older' };
    return { state: 'corrupt', reason: broken ?? say`it is not a Gatehouse database` };
  } catch (error) {
    raw.close();
    throw error;
  }
}

/** What is wrong with the file; undefined if nothing is. */
function check(raw: Database): string | undefined {
  try {
    const answer = scalar(raw, 'PRAGMA quick_check(1)');
    return answer === 'ok' ? undefined : String(answer);
  } catch (error) {
    // Running out of memory says nothing about the file.
    if (!(error instanceof Error) || /memory/i.test(error.message)) throw error;
    return error.message;
  }
}

function scalar(raw: Database, sql: string): SqlValue | undefined {
  return raw.exec(sql)[0]?.values[0]?.[0];
}

/** A query found damage that the check at the opening does not see. */
export class DamagedDatabase extends Error {
  constructor(
    /** Undefined if it was not read from a file. */
    readonly file: string | undefined,
    reason: string,
  ) {
    super(reason);
  }
}

/** What SQLite says of a damaged file or virtual table, and of a file that is none of its own. */
const damage = /malformed|corrupt|not a database/i;

/** A sql.js database. All calls are synchronous and in memory. */
export class StoreDatabase {
  private readonly statements = new Map<string, Statement>();
  private readonly pageSize: number;

  constructor(
    private readonly raw: Database,
    /** Where it was read from. */
    private readonly file?: string,
  ) {
    this.configure();
    this.pageSize = Number(scalar(raw, 'PRAGMA page_size'));
  }

  /** Returns the number of changed rows. */
  run(sql: string, parameters: readonly SqlValue[] = []): number {
    this.objects(sql, parameters);
    return this.raw.getRowsModified();
  }

  /** Adds a row, given by its columns, unless there is one with its key. */
  insert(table: string, row: Readonly<Record<string, SqlValue>>): void {
    const columns = Object.keys(row);
    const places = columns.map(() => '?').join(', ');
    const sql = `INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${places})`;
    this.run(sql, Object.values(row));
  }

  rows<T extends z.ZodMiniType>(
    row: T,
    sql: string,
    parameters: readonly SqlValue[] = [],
  ): z.output<T>[] {
    return this.objects(sql, parameters).map((each) => z.parse(row, each));
  }

  first<T extends z.ZodMiniType>(
    row: T,
    sql: string,
    parameters: readonly SqlValue[] = [],
  ): z.output<T> | undefined {
    return this.rows(row, sql, parameters)[0];
  }

  /** The value of a query with the column `value`; 0 for NULL. */
  number(sql: string, parameters: readonly SqlValue[] = []): number {
    return Number(this.objects(sql, parameters)[0]?.value ?? 0);
  }

  /** Applies all of `work` or none of it. */
  transaction<T>(work: () => T): T {
    this.raw.run('BEGIN');
    try {
      const result = work();
      this.raw.run('COMMIT');
      return result;
    } catch (error) {
      // Of a damaged database, which is read again, nothing is kept.
      if (!(error instanceof DamagedDatabase)) this.raw.run('ROLLBACK');
      throw error;
    }
  }

  /** Size of the file in bytes. */
  size(): number {
    return this.number('SELECT page_count AS value FROM pragma_page_count()') * this.pageSize;
  }

  /** The file as bytes, without free pages if they exceed a quarter of it. */
  export(): Uint8Array {
    const free = this.number('SELECT freelist_count AS value FROM pragma_freelist_count()');
    if (free * this.pageSize * 4 > this.size()) this.run('VACUUM');
    // `export` frees all statements and functions.
    this.statements.clear();
    const bytes = this.raw.export();
    this.configure();
    return bytes;
  }

  close(): void {
    this.raw.close();
  }

  private objects(sql: string, parameters: readonly SqlValue[]): Record<string, SqlValue>[] {
    const found: Record<string, SqlValue>[] = [];
    try {
      const statement = this.statements.get(sql) ?? this.raw.prepare(sql);
      this.statements.set(sql, statement);
      statement.bind([...parameters]);
      while (statement.step()) found.push(statement.getAsObject());
      statement.reset();
    } catch (error) {
      this.statements.get(sql)?.reset();
      if (!(error instanceof Error) || !damage.test(error.message)) throw error;
      throw new DamagedDatabase(this.file, error.message);
    }
    return found;
  }

  /** `secure_delete` overwrites deleted text with zeros; SQL itself folds ASCII letters only. */
  private configure(): void {
    this.raw.run('PRAGMA secure_delete = ON');
    this.raw.create_function('fold', (text: SqlValue) =>
      typeof text === 'string' ? foldText(text) : '',
    );
  }
}
