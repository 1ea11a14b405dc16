import { setImmediate } from 'node:timers/promises';
import * as z from 'zod';
import { parseEntry, readLines, type AuditLine } from './audit-lines';
import type { StoreDatabase } from './database';
import { withFile, type Disk } from './disk';
import { inFolder } from './names';
import type { Problems } from './problems';
import { deleteAuditOf, deleteIndexed, insertAudit, selectIndexed, upsertIndexed } from './schema';

export interface AuditIndexPlace {
  readonly disk: Disk;
  readonly folder: string;
  readonly problems: Problems;
}

/** An audit file and up to which byte it may be read; undefined = as far as it goes. */
export interface AuditSource {
  readonly name: string;
  readonly end: number | undefined;
}

const indexedSchema = z.array(z.object({ source: z.string(), position: z.number() }));

/**
 * Brings the index up to date with the audit files: reads what is new in each, forgets the files
 * that are gone (their lines are in the main one). Answers how many rows changed.
 */
export async function indexAudit(
  place: AuditIndexPlace,
  database: StoreDatabase,
  sources: readonly AuditSource[],
): Promise<number> {
  const positions = new Map(
    indexedSchema.parse(database.rows(selectIndexed)).map((row) => [row.source, row.position]),
  );
  let changed = 0;
  for (const source of positions.keys()) {
    if (!sources.some(({ name }) => name === source)) changed += forget(database, source);
  }
  for (const source of sources) {
    changed += await indexFile(place, database, source, positions.get(source.name) ?? 0);
  }
  return changed;
}

function forget(database: StoreDatabase, source: string): number {
  let rows = 0;
  database.transaction(() => {
    rows = database.run(deleteAuditOf, [source]);
    database.run(deleteIndexed, [source]);
  });
  return rows;
}

async function indexFile(
  { disk, folder, problems }: AuditIndexPlace,
  database: StoreDatabase,
  source: AuditSource,
  indexed: number,
): Promise<number> {
  let changed = 0;
  await withFile(disk, inFolder(folder, source.name), async (file) => {
    const end = source.end ?? (await file.size());
    let from = indexed;
    if (end < indexed) {
      problems.report(
        `${source.name} is ${indexed - end} bytes shorter than it was: somebody else changed it. The list of calls was made again from what is there.`,
      );
      changed += forget(database, source.name);
      from = 0;
    }
    let skipped = 0;
    for await (const { lines, next } of readLines(file, from, end)) {
      skipped += insertLines(database, source.name, lines, next);
      changed += lines.length;
      await setImmediate();
    }
    if (skipped > 0) {
      problems.report(`${skipped} lines of ${source.name} are no audit entries and were skipped.`);
    }
  });
  return changed;
}

/** Answers how many lines are no entries. */
function insertLines(
  database: StoreDatabase,
  source: string,
  lines: readonly AuditLine[],
  next: number,
): number {
  let skipped = 0;
  database.transaction(() => {
    for (const { offset, bytes, text } of lines) {
      const entry = parseEntry(text);
      if (entry === undefined) {
        skipped += 1;
      } else {
        const { ts, session, tool_call_id, tool, result } = entry;
        database.run(insertAudit, [source, offset, bytes, ts, session, tool_call_id, tool, result]);
      }
    }
    database.run(upsertIndexed, [source, next]);
  });
  return skipped;
}
