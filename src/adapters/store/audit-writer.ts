import path from 'node:path';
import type { AuditEntry } from '../../core/contracts/audit';
import { createAppendFile } from './append-file';
import { chainLine, chainStart, encodeEntry, type ChainPoint } from './audit-chain';
import { auditFileName, type AuditFile } from './audit-names';
import type { AuditLimits, AuditContext } from './audit-place';
import type { AuditTail } from './audit-tail';
import { withFile, type DiskFile } from './disk';
import { lostLock } from './lost-lock';
import { inFolder } from './names';
import { createSerial } from './serial';

/** Appends to the log of one writer (000 Tool Audit). No other process writes it at the same time. */
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
