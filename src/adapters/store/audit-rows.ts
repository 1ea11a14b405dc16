import { setImmediate } from 'node:timers/promises';
import type { AuditRow } from '../../core/ports/audit-log';
import { parseMark } from './audit-chain';
import type { EntryLocation } from './audit-page';
import { findText, type TextMatch } from './audit-text';
import { withFile, type Disk } from './disk';
import { inFolder } from './names';

/** `other`: the entry does not hold the text. Undefined: it is not where it was. */
export type ReadRow = AuditRow | 'other' | undefined;

export interface AuditRowsContext {
  readonly disk: Disk;
  readonly folder: string;
  /** Names by the ids of the index. */
  readonly names: ReadonlyMap<number, string>;
  readonly match: TextMatch | undefined;
}

/** What is read in one go and looked through before others have their turn, in bytes. */
const bytesAtOnce = 256 * 1024;

/**
 * Reads entries from the files, neighbours in one go, in the order of `places`. What does not hold
 * the text is dropped as it comes, so that no more than the answer is held.
 */
export async function readRows(
  place: AuditRowsContext,
  places: readonly EntryLocation[],
  signal: AbortSignal,
): Promise<readonly ReadRow[]> {
  const rows = new Map<EntryLocation, ReadRow>();
  for (const id of new Set(places.map((at) => at.file))) {
    const name = place.names.get(id);
    if (name === undefined) continue;
    const wanted = places.filter((one) => one.file === id);
    await withFile(place.disk, inFolder(place.folder, name), async (file) => {
      for (const { from, to, parts } of byteRangesOf(wanted)) {
        if (signal.aborted) return;
        const bytes = await file.read(from, to - from);
        for (const at of parts) {
          const start = at.position - from;
          rows.set(at, readRow(bytes.subarray(start, start + at.bytes), at, place.match));
        }
        await setImmediate();
      }
    });
  }
  return places.map((at) => rows.get(at));
}

interface ByteRange {
  readonly from: number;
  to: number;
  readonly parts: EntryLocation[];
}

/** Neighbours in a file, as far as they fit into one read; other lines between them are read along. */
function byteRangesOf(places: readonly EntryLocation[]): readonly ByteRange[] {
  const stretches: ByteRange[] = [];
  for (const at of places.toSorted((a, b) => a.position - b.position)) {
    const to = at.position + at.bytes;
    const last = stretches.at(-1);
    if (last === undefined || to - last.from > bytesAtOnce) {
      stretches.push({ from: at.position, to, parts: [at] });
    } else {
      last.to = to;
      last.parts.push(at);
    }
  }
  return stretches;
}

function readRow(bytes: Uint8Array, at: EntryLocation, match: TextMatch | undefined): ReadRow {
  const line = Buffer.from(bytes).toString();
  // The file may have been given a number in between: then another one has its name.
  if ((parseMark(line)?.seq ?? 0) !== at.seq) return undefined;
  const entry = findText(line, at.writer, match);
  if (entry === undefined || entry === 'other') return entry;
  return { ...entry, row: `${at.writer}.${at.seq}.${at.position}` };
}
