import { setImmediate } from 'node:timers/promises';
import * as z from 'zod';
import { markBytes, parseMark, parseNote, parseHead, scanLines, type AuditLine } from './log/lines';
import { auditFilesByWriter, type AuditFile } from './log/files';
import {
  deleteAuditFile,
  deleteSomeAudit,
  insertAudit,
  insertAuditFile,
  moveAuditFile,
  renameAuditFile,
  selectAuditFiles,
  insertAuditTool,
  selectAuditTools,
} from '../database/audit-schema';
import type { StoreDatabase } from '../database/database';
import { withFile } from '../../system/whole-file';
import type { DiskFile } from '../../system/disk';
import type { StoreFolder } from '../disk/file-names';
import { inFolder } from '../disk/file-names';
import type { Problems } from '../disk/problems';

export interface AuditIndexContext extends StoreFolder {
  readonly problems: Problems;
}

/** The file this window writes, and its flushed size. */
export interface OwnAuditFile {
  readonly name: string;
  readonly end: number;
}

const filesSchema = z.array(
  z.object({
    id: z.number(),
    name: z.string(),
    mark: z.string(),
    position: z.number(),
    first_at: z.number().nullable(),
    last_at: z.number().nullable(),
  }),
);
type IndexedFile = z.infer<typeof filesSchema>[number];

const idsSchema = z.tuple([z.object({ id: z.number() })]);

/** Rows deleted before other work gets a turn. */
const deletedAtOnce = 2000;

/** The index needs only what precedes the arguments; longer lines are cut to this size. */
const keptBytes = 1024 * 1024;

/**
 * Brings the index up to date with the audit files: reads what was added and drops files that are
 * gone. A rotated file counts as the same file. Returns the number of changed rows.
 */
export async function indexAudit(
  context: AuditIndexContext,
  database: StoreDatabase,
  own: OwnAuditFile,
): Promise<number> {
  const known = new Map(
    filesSchema.parse(database.rows(selectAuditFiles)).map((file) => [file.mark, file]),
  );
  const tools = new AuditTools(database);
  const writers = auditFilesByWriter(await context.disk.names(context.folder));
  let changed = 0;
  for (const file of [...writers.values()].flat()) {
    await withFile(context.disk, inFolder(context.folder, file.name), async (opened) => {
      const end = file.name === own.name ? own.end : await opened.size();
      const mark = await markOf(opened, file, end);
      if (mark === undefined) return;
      const found = known.get(mark) ?? addFile(database, file, mark);
      known.delete(mark);
      if (found.name !== file.name) database.run(renameAuditFile, [file.name, found.id]);
      const source = { file, opened, end, tools };
      changed += await indexFile(context, database, found, source);
    });
  }
  for (const gone of known.values()) changed += await forget(database, gone);
  return changed;
}

/**
 * Identifies a file whatever its name: its first line contains a digest, or predates chained lines.
 * Undefined until the file has a line.
 */
async function markOf(
  opened: DiskFile,
  { writer }: AuditFile,
  end: number,
): Promise<string | undefined> {
  const start = Buffer.from(await opened.read(0, Math.min(markBytes, end))).toString();
  const newline = start.indexOf('\n');
  if (newline === -1 && end < markBytes) return undefined;
  const text = newline === -1 ? start : start.slice(0, newline);
  return `${writer} ${JSON.stringify(parseMark(text) ?? text)}`;
}

function addFile(database: StoreDatabase, { name, writer }: AuditFile, mark: string): IndexedFile {
  const [{ id }] = idsSchema.parse(database.rows(insertAuditFile, [name, writer, mark]));
  return { id, name, mark, position: 0, first_at: null, last_at: null };
}

async function forget(database: StoreDatabase, file: IndexedFile): Promise<number> {
  const rows = await removeRows(database, file);
  database.run(deleteAuditFile, [file.id]);
  return rows + 1;
}

async function removeRows(database: StoreDatabase, file: IndexedFile): Promise<number> {
  let rows = 0;
  for (let removed = deletedAtOnce; removed === deletedAtOnce; rows += removed) {
    removed = database.run(deleteSomeAudit, [file.first_at, file.last_at, file.id, deletedAtOnce]);
    await setImmediate();
  }
  return rows;
}

interface Source {
  readonly file: AuditFile;
  readonly opened: DiskFile;
  readonly end: number;
  readonly tools: AuditTools;
}

async function indexFile(
  { problems }: AuditIndexContext,
  database: StoreDatabase,
  indexed: IndexedFile,
  source: Source,
): Promise<number> {
  const { file, opened, end } = source;
  let changed = 0;
  let from = indexed.position;
  if (end < from) {
    problems.report(
      `${file.name} is ${from - end} bytes shorter than before: another program changed it. The list of calls was rebuilt from its current content.`,
    );
    changed += await removeRows(database, indexed);
    from = 0;
  }
  let skipped = 0;
  for await (const { lines, next } of scanLines(opened, {
    from,
    to: end,
    maxLineBytes: keptBytes,
  })) {
    skipped += insertLines(database, { indexed, source, next }, lines);
    changed += lines.length;
    await setImmediate();
  }
  if (skipped > 0) {
    problems.report(`${skipped} lines of ${file.name} are not audit entries and were skipped.`);
  }
  return changed;
}

interface Target {
  readonly indexed: IndexedFile;
  readonly source: Source;
  readonly next: number;
}

/** Returns how many lines are neither entries nor notes. */
function insertLines(
  database: StoreDatabase,
  { indexed, source, next }: Target,
  lines: readonly AuditLine[],
): number {
  const { file, tools } = source;
  let skipped = 0;
  let first: number | null = null;
  let last: number | null = null;
  database.transaction(() => {
    for (const { offset, bytes, head } of lines) {
      const text = head.toString();
      const row = parseHead(text);
      if (row === undefined) {
        if (parseNote(text) === undefined) skipped += 1;
        continue;
      }
      const { at, seq, result } = row;
      first = Math.min(first ?? at, at);
      last = Math.max(last ?? at, at);
      const values = [at, file.writer, seq, indexed.id, offset, bytes];
      database.run(insertAudit, [...values, tools.idOf(row.tool), result]);
    }
    database.run(moveAuditFile, [next, first, last, indexed.id]);
  });
  return skipped;
}

const toolsSchema = z.array(z.object({ id: z.number(), name: z.string() }));

/** Ids of the tools in the log; index rows store these ids. */
export class AuditTools {
  private readonly ids: Map<string, number>;

  constructor(private readonly database: StoreDatabase) {
    const tools = toolsSchema.parse(database.rows(selectAuditTools));
    this.ids = new Map(tools.map(({ id, name }) => [name, id]));
  }

  /** Adds the tool if it has no id yet. */
  idOf(name: string): number {
    const known = this.ids.get(name);
    if (known !== undefined) return known;
    const [{ id }] = idsSchema.parse(this.database.rows(insertAuditTool, [name]));
    this.ids.set(name, id);
    return id;
  }

  has(name: string): number | undefined {
    return this.ids.get(name);
  }

  names(): readonly string[] {
    return [...this.ids.keys()];
  }
}
