import { sizeOf as sizeText } from '../../../../core/base/wording';
import { say } from '../../../../core/base/sentence';
import type { AuditEntry } from '../../../../core/contracts/audit/entry';
import { AppendFile, openToAppend } from '../../disk/append-file';
import {
  chainLine,
  chainStart,
  encodeLate,
  type ChainPoint,
  digestOf,
  encodeCut,
  markBytes,
  parseMark,
  findLineStart,
  readLastLine,
  scanLines,
} from './lines';
import { encodeEntry, parseEntry } from './entries';
import { UnsealedTimes } from './unsealed';
import type { AuditContext } from './files';
import { auditFileName, type AuditFile } from './audit-names';
import { sizeOf, withFile, withOpened, writeAll } from '../../../system/whole-file';
import type { DiskFile } from '../../../system/disk';
import { lostLock } from '../../disk/window-lock';
import { inFolder } from '../../disk/file-names';

export interface AuditWriterOptions {
  readonly files: readonly AuditFile[];
  readonly tail: AuditTail;
  /** True if the log ends with entries that no seal covers. */
  readonly isAfterCrash: boolean;
  /** False once other windows may consider this one dead and write in its place. */
  readonly isHeld: () => boolean;
  readonly onFlushed: () => void;
}

interface EncodedEntry {
  readonly ts: string;
  readonly json: string;
}

const newlineBytes = Buffer.from('\n');

/** Appends to the log of one writer (000-audit-3). No other process writes it at the same time. */
export class AuditWriter {
  private readonly active: string;
  private readonly file: AppendFile<EncodedEntry>;
  private end: ChainPoint;
  private number: number;
  private readonly unsealed: UnsealedTimes;
  /** Call when the entries encoded last are in the log. */
  private commit: () => void = () => undefined;

  constructor(
    private readonly context: AuditContext,
    readonly writer: string,
    private readonly options: AuditWriterOptions,
  ) {
    const { files, tail } = options;
    this.active = inFolder(context.folder, auditFileName(writer));
    this.file = new AppendFile({
      size: tail.size,
      open: () => openToAppend(context.disk, this.active),
      encode: (batch) => this.encode(batch),
      onFlushed: () => this.commit(),
      prepare: () => this.rotateIfFull(),
    });
    this.end = tail.last;
    this.unsealed = new UnsealedTimes(options.isAfterCrash);
    this.number = Math.max(0, ...files.map((one) => one.number ?? 0));
  }

  /** Resolves once the entry is flushed; rejects if nothing of it is in the log. */
  async append(entry: AuditEntry): Promise<void> {
    await this.file.append({ ts: entry.ts, json: encodeEntry(entry) });
    if (!this.options.isHeld()) throw lostLock();
  }

  /** The last flushed line. */
  last(): ChainPoint {
    return this.end;
  }

  /** Call when a seal is about to name `last`; call what it returns when the seal is on disk. */
  beginSeal(): () => void {
    return this.unsealed.beginSeal();
  }

  /** Flushed size of the file being written. */
  flushedSize(): number {
    return this.file.flushedSize();
  }

  /** Runs `work` while nothing is written; afterwards the log is empty and its file closed. */
  startOver(work: () => Promise<void>): Promise<void> {
    return this.file.replace((resized) => this.forget(work, resized));
  }

  /** Waits for pending entries. */
  close(): Promise<void> {
    return this.file.close();
  }

  /** Each line contains the digest of the previous one, so lines are made in order. */
  private encode(batch: readonly EncodedEntry[]): readonly Uint8Array[] {
    const { isHeld, onFlushed } = this.options;
    if (!isHeld()) throw lostLock();
    const times = batch.map(({ ts }) => ts);
    const late = this.unsealed.lateBy(times);
    const notes = late === undefined ? [] : [encodeLate(isoTime(this.context), late)];
    const parts: Uint8Array[] = [];
    let { end } = this;
    for (const json of [...notes, ...batch.map((entry) => entry.json)]) {
      const { line, point } = chainLine(end, this.writer, json);
      parts.push(line, newlineBytes);
      end = point;
    }
    this.commit = () => {
      this.end = end;
      this.unsealed.add(times, late !== undefined);
      onFlushed();
    };
    return parts;
  }

  /** If it fails, the file keeps growing and the next entry tries again: no call fails. */
  private async rotateIfFull(): Promise<void> {
    const { context, active, options } = this;
    const limit = context.limits.auditMaxFileBytes();
    if (limit === 0 || this.file.flushedSize() < limit || !options.isHeld()) return;
    try {
      await this.file.replaceNow(async (resized) => {
        // Afterwards, also after a crash, there is no active file: the chain continues in a new one.
        const numbered = auditFileName(this.writer, this.number + 1);
        await context.disk.rename(active, inFolder(context.folder, numbered));
        this.number += 1;
        resized(0);
      });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      context.log(`Audit log rotation: ${reason}`);
    }
  }

  private async forget(work: () => Promise<void>, resized: (size: number) => void): Promise<void> {
    try {
      await work();
      this.end = chainStart;
      this.number = 0;
    } finally {
      resized(await sizeOf(this.context.disk, this.active));
    }
  }
}

/** The end of a writer's log. */
interface AuditTail {
  readonly last: ChainPoint;
  /** Size of the file being written; 0 if there is none. */
  readonly size: number;
}

/** Longer text after the last newline is not treated as a complete entry. */
const maxUnfinishedBytes = 16 * 1024 * 1024;

/**
 * Finds the last line of a writer and repairs the end of its file: adds a missing newline to a
 * complete entry, or replaces an incomplete line with a note of how many bytes were removed.
 */
export async function openTail(
  context: AuditContext,
  writer: string,
  files: readonly AuditFile[],
): Promise<AuditTail> {
  let last = chainStart;
  // The newest file may not have a complete line yet: then the last line is in the file before.
  for (const file of [...files].reverse()) {
    const found = await withFile(context.disk, inFolder(context.folder, file.name), findLast);
    if (found !== undefined) {
      last = found;
      break;
    }
  }
  const active = files.find(({ number }) => number === undefined);
  if (active === undefined) return { last, size: 0 };
  return repair(context, { writer, name: active.name, last });
}

async function findLast(file: DiskFile): Promise<ChainPoint | undefined> {
  const found = await readLastLine(file, { maxLineBytes: maxUnfinishedBytes, digests: true });
  if (found === undefined) return undefined;
  const { line, end } = found;
  const text = line.head.toString();
  const mark = parseMark(text);
  if (mark !== undefined) return { seq: mark.seq, prev: mark.prev, digest: line.digest };
  return { ...chainStart, seq: await countTo(file, end), digest: line.digest };
}

/** The number of a last line that does not state it: one that was changed. */
async function countTo(file: DiskFile, end: number): Promise<number> {
  let seq = 0;
  for await (const { lines } of scanLines(file, { from: 0, to: end, maxLineBytes: markBytes })) {
    for (const { head } of lines) seq = parseMark(head.toString())?.seq ?? (seq > 0 ? seq + 1 : 0);
  }
  return seq;
}

interface Torn {
  readonly writer: string;
  readonly name: string;
  readonly last: ChainPoint;
}

async function repair(context: AuditContext, { writer, name, last }: Torn): Promise<AuditTail> {
  const path = inFolder(context.folder, name);
  const found = await withFile(context.disk, path, async (file) => {
    const size = await file.size();
    const end = await findLineStart(file, size);
    const rest =
      size - end > maxUnfinishedBytes ? new Uint8Array() : await file.read(end, size - end);
    return { size, end, rest: Buffer.from(rest).toString() };
  });
  if (found === undefined || found.end === found.size) return { last, size: found?.size ?? 0 };
  const dropped = found.size - found.end;
  const whole = finished(found.rest, last);
  const next = whole ?? chainLine(last, writer, encodeCut(isoTime(context), dropped));
  const size = found.end + next.line.length + 1;
  await withOpened(context.disk, path, 'write', async (file) => {
    // Overwrites the incomplete line: a crash here leaves it, or another incomplete one.
    await writeAll(file, Buffer.concat([next.line, Buffer.from('\n')]), found.end);
    await file.truncate(size);
    await file.flush();
  });
  if (whole === undefined) {
    context.problems.report(
      say`The audit log ended in the middle of an entry, which was removed (${sizeText(dropped)}), as noted in the log. All complete entries were kept.`,
      dropped,
    );
  }
  return { last: next.point, size };
}

/** The unfinished line if it is an entry that follows `last` and lacks only its newline. */
function finished(text: string, last: ChainPoint): ReturnType<typeof chainLine> | undefined {
  const mark = parseMark(text);
  const follows =
    mark === undefined ? last.seq === 0 : mark.seq === last.seq + 1 && mark.prev === last.digest;
  if (!follows || parseEntry(text) === undefined) return undefined;
  const line = Buffer.from(text);
  const { seq, prev } = mark ?? chainStart;
  return { line, point: { seq, prev, digest: digestOf(line) } };
}

function isoTime({ clock }: AuditContext): string {
  return new Date(clock.now()).toISOString();
}
