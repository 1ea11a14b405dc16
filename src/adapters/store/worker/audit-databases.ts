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
  insertAudit,
  insertSource,
  keyOf,
  putDatabase,
  rowSchema,
  selectDatabases,
  selectDatabasesWith,
  selectPage,
  selectSources,
  sourceSchema,
  type AuditDatabase,
  type AuditRowOfDatabase,
  type AuditSource,
} from './audit-tables';
import { createDatabase, type StoreDatabase } from './database';
import { loadFile, writeFile, type WorkerContext } from './database-files';
import type { AuditAnswer, AuditKey, AuditRequest, RequestContext } from '../channel/protocol';
import { createTextMatch, endOf, idOf, lastDigest, markOf, readLine } from './audit-lines';

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
    for (const table of ['audit_sources', 'audit_databases', 'audit_contents']) {
      this.list.run(`DELETE FROM ${table}`);
    }
    this.close();
  }

  async page(request: AuditRequest, now: number): Promise<AuditAnswer> {
    const match = request.text === undefined ? undefined : createTextMatch(request.text);
    const entries: { key: AuditKey; line: string }[] = [];
    let { start } = request;
    let [scanned, bytes] = [0, 0];
    for (;;) {
      const limit = match === undefined ? request.limit - entries.length : 500;
      const rows = await this.rows({ ...request, start }, limit, now);
      for (const row of rows) {
        if (entries.length > 0 && bytes + row.entry.length > maxBytes) {
          return { entries, next: start };
        }
        start = keyOf(row);
        scanned += 1;
        if (match !== undefined && !match(row.entry)) continue;
        entries.push({ key: start, line: row.entry });
        bytes += row.entry.length;
        if (entries.length === request.limit) return { entries, next: start };
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

  private async database(number: number, now: number): Promise<StoreDatabase> {
    const known = this.open.get(number);
    this.open.delete(number);
    const database = known ?? (await this.load(number, now));
    this.open.set(number, database);
    for (const [old, other] of this.open) {
      if (this.open.size - this.changed.size <= maxOpen) break;
      if (this.changed.has(old) || old === number) continue;
      other.close();
      this.open.delete(old);
    }
    return database;
  }

  /** One that the list does not name begins empty, whatever a crash has left of it. */
  private async load(number: number, now: number): Promise<StoreDatabase> {
    const sql = 'SELECT count(*) AS value FROM audit_databases WHERE number = ?';
    if (this.list.number(sql, [number]) === 0) {
      return createDatabase(this.context.sqlJs, auditRowTables);
    }
    const name = auditDatabaseName(number);
    const { state, database } = await loadFile(this.context, name, { tables: auditRowTables, now });
    if (state === 'open') return database;
    database.close();
    throw new LostDatabase(name);
  }

  private async read(names: readonly string[], request: RequestContext): Promise<number> {
    const known = new Map(
      this.list.rows(sourceSchema, selectSources).map((source) => [source.mark, source]),
    );
    let changed = 0;
    for (const file of [...auditFilesByWriter(names).values()].flat()) {
      const path = inFolder(this.context.folder, file.name);
      await withFile(this.context.disk, path, async (opened) => {
        const end = await endOf(file, opened, request.audit);
        const mark = await markOf(opened, file, end);
        if (mark === undefined) return;
        const source =
          known.get(mark) ??
          this.list.first(sourceSchema, insertSource, [idOf(mark), file.name, file.writer, mark]);
        known.delete(mark);
        if (source === undefined) return;
        if (source.name !== file.name) {
          this.list.run('UPDATE audit_sources SET name = ? WHERE id = ?', [file.name, source.id]);
        }
        changed += await this.readFile(source, { file, opened, end }, request.now);
      });
    }
    for (const gone of known.values()) {
      changed += 1 + (await this.removeRows(gone, request.now));
      this.list.run('DELETE FROM audit_sources WHERE id = ?', [gone.id]);
    }
    this.isChecked = true;
    return changed;
  }

  /** Reads new lines; all lines again if those already read are not the same any more. */
  private async readFile(
    source: AuditSource,
    { file, opened, end }: OpenedLog,
    now: number,
  ): Promise<number> {
    let from = source.position;
    let changed = 0;
    const isSame =
      end >= from && (this.isChecked || (await lastDigest(opened, from)) === source.digest);
    if (!isSame) {
      this.context.events.report(
        `${file.name} is not as it was: another program changed it. The list of calls was rebuilt from its current content.`,
      );
      changed += await this.removeRows(source, now);
      from = 0;
    }
    if (!this.isChecked && end > from) await this.removeUnknown(source.id, from, now);
    let skipped = 0;
    const range = { from, to: end, maxLineBytes: Number.MAX_SAFE_INTEGER };
    for await (const { lines, next } of scanLines(opened, range)) {
      skipped += await this.addLines({ source, file, next, now }, lines);
      changed += lines.length;
      await setImmediate();
    }
    if (skipped > 0) {
      const text = `${skipped} lines of ${file.name} are not audit entries and were skipped.`;
      this.context.events.report(text);
    }
    return changed;
  }

  /** A crash after a database was written, and before the list was, leaves rows that it does not know. */
  private async removeUnknown(source: number, from: number, now: number): Promise<void> {
    const last = this.databases().at(-1);
    if (last === undefined) return;
    const database = await this.database(last.number, now);
    database.run('DELETE FROM audit WHERE source = ? AND position >= ?', [source, from]);
  }

  /** Returns how many lines are neither entries nor notes. */
  private async addLines(
    { source, file, next, now }: Batch,
    lines: readonly AuditLine[],
  ): Promise<number> {
    const last = this.databases().at(-1)?.number ?? 1;
    const current = await this.database(last, now);
    const isFull = current.size() >= fullBytes;
    if (isFull && this.context.role === 'main') await this.write();
    const number = isFull ? last + 1 : last;
    const database = isFull ? await this.database(number, now) : current;
    let skipped = 0;
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
          const { at, seq, tool, result, more } = row;
          const key = [at, file.writer, seq, source.id, offset];
          database.run(insertAudit, [...key, tool, result, ...more, text]);
          this.list.run(putDatabase, [number, at, at]);
          this.list.run(addContent, [number, source.id, tool, result]);
        }
        const digest = digestOf(lines.at(-1)?.head ?? Buffer.alloc(0));
        const sql = 'UPDATE audit_sources SET position = ?, digest = ? WHERE id = ?';
        this.list.run(sql, [next, digest, source.id]);
      }),
    );
    this.changed.add(number);
    return skipped;
  }

  private async removeRows(source: AuditSource, now: number): Promise<number> {
    let removed = 0;
    for (const { number } of this.databases()) {
      const others = this.list.number(
        'SELECT count(*) AS value FROM audit_contents WHERE number = ? AND source <> ?',
        [number, source.id],
      );
      if (others === 0) {
        this.list.run('DELETE FROM audit_databases WHERE number = ?', [number]);
        this.changed.delete(number);
        this.open.get(number)?.close();
        this.open.delete(number);
        removed += 1;
        continue;
      }
      const sql = 'DELETE FROM audit_contents WHERE number = ? AND source = ?';
      if (this.list.run(sql, [number, source.id]) === 0) continue;
      const database = await this.database(number, now);
      removed += database.run('DELETE FROM audit WHERE source = ?', [source.id]);
      this.changed.add(number);
    }
    this.list.run('DELETE FROM audit_contents WHERE source = ?', [source.id]);
    this.list.run("UPDATE audit_sources SET position = 0, digest = '' WHERE id = ?", [source.id]);
    return removed;
  }

  /** The next rows in order, from as few databases as hold them. */
  private async rows(
    request: AuditRequest,
    limit: number,
    now: number,
  ): Promise<readonly AuditRowOfDatabase[]> {
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
      const rows = (await this.database(number, now)).rows(rowSchema, page.sql, page.parameters);
      found = [...found, ...rows]
        .sort((a, b) => direction * compareKeys(keyOf(a), keyOf(b)))
        .slice(0, limit);
    }
    return found;
  }
}

interface OpenedLog {
  readonly file: AuditFile;
  readonly opened: DiskFile;
  readonly end: number;
}

interface Batch {
  readonly source: AuditSource;
  readonly file: AuditFile;
  readonly next: number;
  readonly now: number;
}
