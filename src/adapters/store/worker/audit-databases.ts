import { say } from '../../../core/base/sentence';
import { setImmediate } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { DiskFile } from '../../system/disk';
import { withFile } from '../../system/whole-file';
import { auditFilesByWriter, type AuditFile } from '../audit/log/audit-names';
import { digestOf, scanLines, type AuditLine } from '../audit/log/lines';
import { auditDatabaseName, auditDatabaseNumber, inFolder } from '../disk/file-names';
import {
  addContent,
  auditRowTables,
  compareKeys,
  databaseSchema,
  extendDatabase,
  keyOf,
  rowSchema,
  selectDatabases,
  selectDatabasesWith,
  selectPage,
  type AuditDatabase,
  type AuditRowOfDatabase,
} from './audit-tables';
import { createDatabase, type StoreDatabase } from './database';
import { loadFile, writeFile, type WorkerContext } from './database-files';
import type { AuditAnswer, AuditKey, AuditRequest, RequestContext } from '../channel/protocol';
import { createTextMatch, endOf, lastDigest, markOf, readLine } from './audit-lines';

/** A database beyond this size is complete. */
const fullBytes = 8 * 1024 * 1024;
/** Complete databases in memory. */
const maxOpen = 4;

/** Rows and bytes of one answer: other requests wait no longer. */
const maxScanned = 2000;
const maxBytes = 8 * 1024 * 1024;

/** A database is missing or was set aside: all are made again from the log. */
export class LostDatabase extends Error {}

/**
 * The rows of the audit log, in databases of bounded size that are made from its files and checked
 * against them. `list` is the part in `gatehouse.db`.
 */
export class AuditDatabases {
  /** In order of last use. */
  private readonly open = new Map<number, StoreDatabase>();
  private readonly changed = new Set<number>();
  private isChecked = false;

  constructor(
    private readonly context: WorkerContext,
    private readonly list: StoreDatabase,
  ) {}

  /** Reads what was added to the log. Returns the number of changed rows. */
  async catchUp(names: readonly string[], request: RequestContext): Promise<number> {
    try {
      return await this.read(names, request);
    } catch (error) {
      if (!(error instanceof LostDatabase)) throw error;
      this.startOver();
      return this.read(names, request);
    }
  }

  /** Forgets everything; the log is read again. */
  startOver(): void {
    for (const table of ['audit_databases', 'audit_contents']) {
      this.list.run(`DELETE FROM ${table}`);
    }
    this.close();
  }

  async page(request: AuditRequest): Promise<AuditAnswer> {
    const match = request.text === undefined ? undefined : createTextMatch(request.text);
    const entries: { key: AuditKey; line: string }[] = [];
    let { start } = request;
    let [scanned, bytes] = [0, 0];
    for (;;) {
      const limit = match === undefined ? request.limit - entries.length : 500;
      const rows = await this.rows({ ...request, start }, limit);
      for (const row of rows) {
        start = keyOf(row);
        scanned += 1;
        if (match !== undefined && !match(row.entry)) continue;
        entries.push({ key: start, line: row.entry });
        bytes += row.entry.length;
        if (entries.length === request.limit || bytes > maxBytes) return { entries, next: start };
      }
      if (rows.length < limit) return { entries, next: undefined };
      if (scanned >= maxScanned) return { entries, next: start };
      await setImmediate();
    }
  }

  tools(): readonly string[] {
    const sql = 'SELECT DISTINCT tool FROM audit_contents ORDER BY tool';
    return this.list.rows(z.object({ tool: z.string() }), sql).map(({ tool }) => tool);
  }

  entries(): number {
    return this.list.number('SELECT sum(entries) AS value FROM audit_contents');
  }

  async write(): Promise<void> {
    for (const number of this.changed) {
      const database = this.open.get(number);
      if (database !== undefined) {
        await writeFile(this.context, auditDatabaseName(number), database);
      }
    }
    this.changed.clear();
  }

  /** Removes files that the list does not name. */
  async removeUnlisted(names: readonly string[]): Promise<void> {
    const { disk, folder } = this.context;
    const listed = new Set(this.databases().map(({ number }) => number));
    for (const name of names) {
      const number = auditDatabaseNumber(name);
      if (number !== undefined && !listed.has(number)) await disk.remove(inFolder(folder, name));
    }
  }

  close(): void {
    for (const database of this.open.values()) database.close();
    this.open.clear();
    this.changed.clear();
  }

  private databases(): readonly AuditDatabase[] {
    return this.list.rows(databaseSchema, selectDatabases);
  }

  private async database(number: number): Promise<StoreDatabase> {
    const known = this.open.get(number);
    this.open.delete(number);
    const database = known ?? (await this.load(number));
    this.open.set(number, database);
    for (const [old, other] of this.open) {
      if (this.open.size - this.changed.size <= maxOpen) break;
      if (this.changed.has(old) || old === number) continue;
      other.close();
      this.open.delete(old);
    }
    return database;
  }

  private async load(number: number): Promise<StoreDatabase> {
    const name = auditDatabaseName(number);
    const { state, database } = await loadFile(this.context, name, auditRowTables);
    if (state === 'open') return database;
    database.close();
    throw new LostDatabase(name);
  }

  private async read(names: readonly string[], request: RequestContext): Promise<number> {
    // Of each file of the log, the last database goes on.
    const known = new Map(this.databases().map((database) => [database.mark, database]));
    const seen = new Set<string>();
    let changed = 0;
    for (const file of [...auditFilesByWriter(names).values()].flat()) {
      const path = inFolder(this.context.folder, file.name);
      await withFile(this.context.disk, path, async (opened) => {
        const end = await endOf(file, opened, request.audit);
        const mark = await markOf(opened, file, end);
        if (mark === undefined || seen.has(mark)) return;
        seen.add(mark);
        const log = { file, mark, opened, end };
        changed += await this.readFile(log, known.get(mark));
      });
    }
    for (const mark of known.keys()) if (!seen.has(mark)) changed += this.remove(mark);
    this.isChecked = true;
    return changed;
  }

  /** Reads new lines; all lines again if those already read are not the same any more. */
  private async readFile(log: OpenedLog, known: AuditDatabase | undefined): Promise<number> {
    const { file, mark, opened, end } = log;
    let last = known;
    let changed = 0;
    if (last !== undefined && !(await this.isSame(log, last))) {
      this.context.events.report(
        say`${file.name} is not as it was: another program changed it. The list of calls was rebuilt from its current content.`,
      );
      changed += this.remove(mark);
      last = undefined;
    }
    const { position: from = 0, number: begun } = last ?? {};
    if (!this.isChecked && begun !== undefined && end > from) {
      // A crash after a database was written, and before the list was, leaves rows that it lacks.
      const database = await this.database(begun);
      database.run('DELETE FROM audit WHERE position >= ?', [from]);
    }
    let number = begun;
    let skipped = 0;
    const range = { from, to: end, maxLineBytes: Number.MAX_SAFE_INTEGER };
    for await (const { lines, next } of scanLines(opened, range)) {
      number = await this.withRoom(number, log);
      skipped += this.addLines(await this.database(number), { number, file, next }, lines);
      changed += lines.length;
      await setImmediate();
    }
    if (skipped > 0) {
      this.context.events.report(
        skipped === 1
          ? say`1 line of ${file.name} is no audit entry and was skipped.`
          : say`${{ amount: skipped }} lines of ${file.name} are no audit entries and were skipped.`,
      );
    }
    return changed;
  }

  private async isSame({ opened, end }: OpenedLog, last: AuditDatabase): Promise<boolean> {
    if (end < last.position) return false;
    return this.isChecked || (await lastDigest(opened, last.position)) === last.digest;
  }

  /** The database that takes the next rows of a file: this one until it is complete. */
  private async withRoom(number: number | undefined, { mark }: OpenedLog): Promise<number> {
    if (number !== undefined) {
      if ((await this.database(number)).size() < fullBytes) return number;
      if (this.context.role === 'main') await this.write();
    }
    const next = (this.databases().at(-1)?.number ?? 0) + 1;
    // Empty, whatever a crash has left under its name.
    this.open.set(next, createDatabase(this.context.sqlJs, auditRowTables));
    this.changed.add(next);
    this.list.insert('audit_databases', {
      ...{ number: next, mark, position: 0, digest: '' },
      ...{ first_at: Number.MAX_SAFE_INTEGER, last_at: Number.MIN_SAFE_INTEGER },
    });
    return next;
  }

  /** Returns how many lines are neither entries nor notes. */
  private addLines(
    database: StoreDatabase,
    { number, file, next }: Batch,
    lines: readonly AuditLine[],
  ): number {
    let skipped = 0;
    let [first, last] = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
    this.list.transaction(() =>
      database.transaction(() => {
        for (const { offset, head } of lines) {
          const text = head.toString();
          const row = readLine(text);
          if (row === 'note') continue;
          if (row === undefined) {
            skipped += 1;
            continue;
          }
          const { at, tool, result } = row;
          database.insert('audit', { ...row, writer: file.writer, position: offset, entry: text });
          this.list.run(addContent, [number, tool, result]);
          [first, last] = [Math.min(first, at), Math.max(last, at)];
        }
        const digest = digestOf(lines.at(-1)?.head ?? Buffer.alloc(0));
        this.list.run(extendDatabase, [number, next, digest, first, last]);
      }),
    );
    this.changed.add(number);
    return skipped;
  }

  /** Removes the databases of a file of the log from the list; returns their number. */
  private remove(mark: string): number {
    const gone = this.databases().filter((database) => database.mark === mark);
    for (const { number } of gone) {
      for (const table of ['audit_databases', 'audit_contents']) {
        this.list.run(`DELETE FROM ${table} WHERE number = ?`, [number]);
      }
      this.changed.delete(number);
      this.open.get(number)?.close();
      this.open.delete(number);
    }
    return gone.length;
  }

  /** The next rows in order, from as few databases as hold them. */
  private async rows(request: AuditRequest, limit: number): Promise<readonly AuditRowOfDatabase[]> {
    const isNewest = request.order === 'newest';
    const { sql, parameters } = selectDatabasesWith(request);
    const databases = this.list
      .rows(databaseSchema, sql, parameters)
      .filter(({ firstAt, lastAt }) =>
        isNewest
          ? firstAt <= request.start[0] && lastAt >= request.end
          : lastAt >= request.start[0] && firstAt < request.end,
      )
      .sort((a, b) => (isNewest ? b.lastAt - a.lastAt : a.firstAt - b.firstAt));
    const direction = isNewest ? -1 : 1;
    let found: AuditRowOfDatabase[] = [];
    for (const { number, firstAt, lastAt } of databases) {
      const bound = found[limit - 1]?.at;
      if (bound !== undefined && (isNewest ? lastAt < bound : firstAt > bound)) break;
      const page = selectPage(request, request.start, limit);
      const rows = (await this.database(number)).rows(rowSchema, page.sql, page.parameters);
      found = [...found, ...rows]
        .sort((a, b) => direction * compareKeys(keyOf(a), keyOf(b)))
        .slice(0, limit);
    }
    return found;
  }
}

interface OpenedLog {
  readonly file: AuditFile;
  readonly mark: string;
  readonly opened: DiskFile;
  readonly end: number;
}

interface Batch {
  readonly number: number;
  readonly file: AuditFile;
  readonly next: number;
}
