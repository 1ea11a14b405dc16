import { setImmediate } from 'node:timers/promises';
import * as z from 'zod';
import { markBytes, parseMark, isCutLine, parseHead, scanLines, type AuditLine } from './log/lines';
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
import { withFile, type Disk, type DiskFile } from '../disk/disk';
import { inFolder } from '../disk/file-names';
import type { Problems } from '../disk/problems';

export interface AuditIndexContext {
  readonly disk: Disk;
  readonly folder: string;
  readonly problems: Problems;
}

/** The file that this window writes, and up to which byte it is flushed. */
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

/** Rows that go in one piece of work. */
const deletedAtOnce = 2000;

/** What a row needs stands in front of the arguments; of a longer line only this much is kept. */
const keptBytes = 1024 * 1024;

/**
 * Brings the index up to date with the audit files: reads what is new in each, forgets the files
 * that are gone. A file that got a number is still the same one. Answers how many rows changed.
 */
export async function indexAudit(
  place: AuditIndexContext,
  database: StoreDatabase,
  own: OwnAuditFile,
): Promise<number> {
  const known = new Map(
    filesSchema.parse(database.rows(selectAuditFiles)).map((file) => [file.mark, file]),
  );
  const tools = openAuditTools(database);
  const writers = auditFilesByWriter(await place.disk.names(place.folder));
  let changed = 0;
  for (const file of [...writers.values()].flat()) {
    await withFile(place.disk, inFolder(place.folder, file.name), async (opened) => {
      const end = file.name === own.name ? own.end : await opened.size();
      const mark = await markOf(opened, file, end);
      if (mark === undefined) return;
      const found = known.get(mark) ?? addFile(database, file, mark);
      known.delete(mark);
      if (found.name !== file.name) database.run(renameAuditFile, [file.name, found.id]);
      const source = { file, opened, end, tools };
      changed += await indexFile(place, database, found, source);
    });
  }
  for (const gone of known.values()) changed += await forget(database, gone);
  return changed;
}

/**
 * Tells a file from all others: the beginning of its first line holds a digest, or is a line from
 * before lines were chained. Undefined as long as there is no line.
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
      `${file.name} is ${from - end} bytes shorter than it was: somebody else changed it. The list of calls was made again from what is there.`,
    );
    changed += await removeRows(database, indexed);
    from = 0;
  }
  let skipped = 0;
  for await (const { lines, next } of scanLines(opened, { from, to: end, keep: keptBytes })) {
    skipped += insertLines(database, { indexed, source, next }, lines);
    changed += lines.length;
    await setImmediate();
  }
  if (skipped > 0) {
    problems.report(`${skipped} lines of ${file.name} are no audit entries and were skipped.`);
  }
  return changed;
}

interface Target {
  readonly indexed: IndexedFile;
  readonly source: Source;
  readonly next: number;
}

/** Answers how many lines are neither entries nor tell of a crash. */
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
        if (!isCutLine(text)) skipped += 1;
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

/** The tools that the log names; a row of the index holds the number of one. */
interface AuditTools {
  /** Gives a number to a tool that has none. */
  idOf(name: string): number;
  has(name: string): number | undefined;
  names(): readonly string[];
}

const toolsSchema = z.array(z.object({ id: z.number(), name: z.string() }));

export function openAuditTools(database: StoreDatabase): AuditTools {
  const ids = new Map(
    toolsSchema.parse(database.rows(selectAuditTools)).map(({ id, name }) => [name, id]),
  );
  return {
    idOf: (name) => {
      const known = ids.get(name);
      if (known !== undefined) return known;
      const [{ id }] = idsSchema.parse(database.rows(insertAuditTool, [name]));
      ids.set(name, id);
      return id;
    },
    has: (name) => ids.get(name),
    names: () => [...ids.keys()],
  };
}
