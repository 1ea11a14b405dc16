import * as z from 'zod';
import type { AuditEntry } from '../../core/contracts/audit';
import type { AuditRow } from '../../core/ports/audit-log';
import { parseEntry } from './audit-lines';
import type { StoreDatabase } from './database';
import { withFile, type Disk } from './disk';
import { inFolder } from './names';
import type { Problems } from './problems';
import { selectAudit } from './schema';

export interface AuditQueryPlace {
  readonly disk: Disk;
  readonly folder: string;
  readonly problems: Problems;
}

const maxPage = 1000;

const placesSchema = z.array(
  z.object({ seq: z.number(), source: z.string(), position: z.number(), bytes: z.number() }),
);
type EntryPlace = z.infer<typeof placesSchema>[number];

/** A page of entries, newest first: found in the index, read from the audit files. */
export async function listAudit(
  place: AuditQueryPlace,
  database: StoreDatabase,
  page: { readonly before?: number; readonly limit: number },
): Promise<AuditRow[]> {
  const limit = Math.min(Math.max(1, Math.trunc(page.limit)), maxPage);
  const rows: AuditRow[] = [];
  let before = page.before ?? Number.MAX_SAFE_INTEGER;
  let unreadable = 0;
  while (rows.length < limit) {
    const found = placesSchema.parse(database.rows(selectAudit, [before, limit - rows.length]));
    if (found.length === 0) break;
    const entries = await readEntries(place, found);
    for (const { seq } of found) {
      const entry = entries.get(seq);
      if (entry === undefined) unreadable += 1;
      else rows.push({ ...entry, seq });
      before = seq;
    }
  }
  if (unreadable > 0) {
    place.problems.report(
      `${unreadable} entries are no longer in the audit log where they were written: somebody else changed it.`,
    );
  }
  return rows;
}

async function readEntries(
  { disk, folder }: AuditQueryPlace,
  places: readonly EntryPlace[],
): Promise<ReadonlyMap<number, AuditEntry>> {
  const entries = new Map<number, AuditEntry>();
  for (const source of new Set(places.map((at) => at.source))) {
    await withFile(disk, inFolder(folder, source), async (file) => {
      for (const { seq, position, bytes } of places.filter((at) => at.source === source)) {
        const entry = parseEntry(Buffer.from(await file.read(position, bytes)).toString());
        if (entry !== undefined) entries.set(seq, entry);
      }
    });
  }
  return entries;
}
