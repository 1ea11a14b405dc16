import {
  chainLine,
  chainStart,
  digestOf,
  encodeCut,
  markBytes,
  parseMark,
  type ChainPoint,
} from './audit-chain';
import { findLineStart, parseEntry, readLine, scanLines } from './audit-lines';
import type { AuditFile } from './audit-names';
import type { AuditContext } from './audit-place';
import { withFile, writeAll, type DiskFile } from './disk';
import { inFolder } from './names';

/** Where a writer's log ends. */
export interface AuditTail {
  readonly last: ChainPoint;
  /** Of the file that is being written; 0 when there is none. */
  readonly size: number;
}

/** What stands after the last newline can be a whole entry only up to this size, in bytes. */
const longestUnfinished = 16 * 1024 * 1024;

/**
 * Finds the last line of a writer and repairs the end of its file: an entry that lacks only its
 * newline gets it, an unfinished one is cut off, and a line in its place says how much that was.
 */
export async function openTail(
  place: AuditContext,
  writer: string,
  files: readonly AuditFile[],
): Promise<AuditTail> {
  let last = chainStart;
  // The newest file may hold no whole line yet: then the one before it has the last.
  for (const file of [...files].reverse()) {
    const found = await withFile(place.disk, inFolder(place.folder, file.name), findLast);
    if (found !== undefined) {
      last = found;
      break;
    }
  }
  const active = files.find(({ number }) => number === undefined);
  if (active === undefined) return { last, size: 0 };
  return repair(place, { writer, name: active.name, last });
}

/** The last complete line; undefined when there is none. */
async function findLast(file: DiskFile): Promise<ChainPoint | undefined> {
  const end = await findLineStart(file, await file.size());
  if (end === 0) return undefined;
  const from = await findLineStart(file, end - 1);
  const line = await readLine(file, { from, to: end, keep: longestUnfinished, digests: true });
  if (line === undefined) return undefined;
  const text = line.head.toString();
  const mark = parseMark(text);
  if (mark !== undefined) return { seq: mark.seq, prev: mark.prev, digest: line.digest };
  return { ...chainStart, seq: await countTo(file, end), digest: line.digest };
}

/** The number that a last line stands for which does not say it: lines from before have none. */
async function countTo(file: DiskFile, end: number): Promise<number> {
  let seq = 0;
  for await (const { lines } of scanLines(file, { from: 0, to: end, keep: markBytes })) {
    for (const { head } of lines) seq = parseMark(head.toString())?.seq ?? (seq > 0 ? seq + 1 : 0);
  }
  return seq;
}

interface Torn {
  readonly writer: string;
  readonly name: string;
  readonly last: ChainPoint;
}

async function repair(place: AuditContext, { writer, name, last }: Torn): Promise<AuditTail> {
  const path = inFolder(place.folder, name);
  const found = await withFile(place.disk, path, async (file) => {
    const size = await file.size();
    const end = await findLineStart(file, size);
    const rest = size - end > longestUnfinished ? '' : await textAt(file, end, size - end);
    return { size, end, rest };
  });
  if (found === undefined || found.end === found.size) return { last, size: found?.size ?? 0 };
  const dropped = found.size - found.end;
  const whole = finished(found.rest, last);
  const next = whole ?? chainLine(last, writer, encodeCut(isoTime(place), dropped));
  const size = found.end + next.line.length + 1;
  const file = await place.disk.open(path, 'write');
  try {
    // Over the unfinished line: a crash in here leaves it, or another unfinished one.
    await writeAll(file, Buffer.concat([next.line, Buffer.from('\n')]), found.end);
    await file.truncate(size);
    await file.flush();
  } finally {
    await file.close();
  }
  if (whole === undefined) {
    place.problems.dropped(dropped);
    place.problems.report(
      `The audit log ended in the middle of an entry: ${dropped} bytes were cut off, and the log says so. All complete entries are kept.`,
    );
  }
  return { last: next.point, size };
}

/** The unfinished line when it is an entry that follows `last` and lacks only its newline. */
function finished(text: string, last: ChainPoint): ReturnType<typeof chainLine> | undefined {
  const mark = parseMark(text);
  const follows =
    mark === undefined ? last.seq === 0 : mark.seq === last.seq + 1 && mark.prev === last.digest;
  if (!follows || parseEntry(text) === undefined) return undefined;
  const line = Buffer.from(text);
  const { seq, prev } = mark ?? chainStart;
  return { line, point: { seq, prev, digest: digestOf(line) } };
}

async function textAt(file: DiskFile, from: number, bytes: number): Promise<string> {
  return Buffer.from(await file.read(from, bytes)).toString();
}

function isoTime({ clock }: AuditContext): string {
  return new Date(clock.now()).toISOString();
}
