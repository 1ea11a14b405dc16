import path from 'node:path';
import type { AuditEntry } from '../../../../core/contracts/audit/entry';
import { createAppendFile } from '../../disk/append-file';
import {
  chainLine,
  chainStart,
  encodeEntry,
  type ChainPoint,
  digestOf,
  encodeCut,
  markBytes,
  parseMark,
  findLineStart,
  parseEntry,
  readLine,
  scanLines,
} from './lines';
import { auditFileName, type AuditFile, type AuditLimits, type AuditContext } from './files';
import { withFile, type DiskFile, writeAll } from '../../disk/disk';
import { lostLock } from '../../disk/window-lock';
import { inFolder } from '../../disk/file-names';
import { createSerial } from '../../../system/serial';

/** Appends to the log of one writer (000-audit-3). No other process writes it at the same time. */
export interface AuditWriter {
  readonly writer: string;
  /** Settles when the entry is flushed; rejects when nothing of it is in the log. */
  append(entry: AuditEntry): Promise<void>;
  /** The last line that is flushed. */
  last(): ChainPoint;
  /** Size of the file that is being written, up to the last flush. */
  flushedSize(): number;
  /** Runs `work` while nothing is written; the log is then empty and its file closed. */
  startOver(work: () => Promise<void>): Promise<void>;
  /** Waits for what was appended. */
  close(): Promise<void>;
}

export interface AuditWriterOptions {
  readonly writer: string;
  readonly files: readonly AuditFile[];
  readonly tail: AuditTail;
  /** False once others may take this window for dead, and write in its place. */
  readonly isHeld: () => boolean;
  readonly onFlushed: () => void;
  readonly onRotated: () => void;
}

interface PendingEntry {
  readonly json: string;
  readonly settle: () => void;
  readonly refuse: (error: unknown) => void;
}

const newlineBytes = Buffer.from('\n');

export function createAuditWriter(place: AuditContext, options: AuditWriterOptions): AuditWriter {
  const { writer, files, tail, isHeld, onFlushed, onRotated } = options;
  const { limits, log } = place;
  const active = inFolder(place.folder, auditFileName(writer));
  const file = createAppendFile({ size: tail.size, open: () => openActive(place, active) });
  const serial = createSerial();
  let { last } = tail;
  let number = Math.max(0, ...files.map((one) => one.number ?? 0));
  let waiting: PendingEntry[] = [];

  async function rotate(): Promise<void> {
    const work = file.replace(async (resized) => {
      await numberFullFile(place, writer, number + 1);
      number += 1;
      resized(0);
    });
    // When it fails the file grows on, and the next entry tries again: no call fails for it.
    await work.then(onRotated, (error: unknown) => {
      log(`Rotating the audit log: ${error instanceof Error ? error.message : String(error)}`);
    });
  }

  async function flushWaiting(): Promise<void> {
    if (isFull(file.flushedSize(), limits) && isHeld()) await rotate();
    const batch = waiting;
    waiting = [];
    try {
      if (!isHeld()) throw lostLock();
      const { parts, end } = chainAll(last, writer, batch);
      await file.append(parts);
      last = end;
      if (!isHeld()) throw lostLock();
      for (const one of batch) one.settle();
    } catch (error) {
      for (const one of batch) one.refuse(error);
      return;
    }
    onFlushed();
  }

  async function forget(work: () => Promise<void>, resized: (size: number) => void) {
    try {
      await work();
      last = chainStart;
      number = 0;
    } finally {
      resized(await sizeOf(place, active));
    }
  }

  return {
    writer,
    append: async (entry) => {
      const json = encodeEntry(entry);
      await new Promise<void>((settle, refuse) => {
        waiting.push({ json, settle, refuse });
        if (waiting.length === 1) void serial.run(flushWaiting);
      });
    },
    last: () => last,
    flushedSize: () => file.flushedSize(),
    startOver: (work) => serial.run(() => file.replace((resized) => forget(work, resized))),
    close: () => serial.run(() => file.close()),
  };
}

function isFull(size: number, limits: AuditLimits): boolean {
  const limit = limits.auditMaxFileBytes();
  return limit > 0 && size >= limit;
}

async function sizeOf({ disk }: AuditContext, active: string): Promise<number> {
  return (await withFile(disk, active, (file) => file.size())) ?? 0;
}

/** Each line holds the digest of the one before it: they are made in order. */
function chainAll(
  last: ChainPoint,
  writer: string,
  batch: readonly PendingEntry[],
): { readonly parts: readonly Uint8Array[]; readonly end: ChainPoint } {
  const parts: Uint8Array[] = [];
  let end = last;
  for (const { json } of batch) {
    const { line, point } = chainLine(end, writer, json);
    parts.push(line, newlineBytes);
    end = point;
  }
  return { parts, end };
}

/** After it, and after a crash in it, no file is being written: the chain goes on in a new one. */
async function numberFullFile(
  { disk, folder }: AuditContext,
  writer: string,
  number: number,
): Promise<void> {
  const active = inFolder(folder, auditFileName(writer));
  await disk.rename(active, inFolder(folder, auditFileName(writer, number)));
}

/** A file that is new survives a power cut only when its folder is flushed. */
async function openActive({ disk }: AuditContext, active: string): Promise<DiskFile> {
  const opened = await disk.open(active, 'write');
  try {
    await disk.flushFolder(path.dirname(active));
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Where a writer's log ends. */
interface AuditTail {
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
