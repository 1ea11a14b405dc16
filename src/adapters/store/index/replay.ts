import { setImmediate } from 'node:timers/promises';
import type { StoreDatabase } from '../database/database';
import { withOpened } from '../../system/whole-file';
import type { DiskFile } from '../../system/disk';
import type { StoreFolder } from '../disk/file-names';
import { type JournalPosition, type JournalRecord, readRecords, startOf } from '../journal/format';
import type { Problems } from '../disk/problems';
import { decodeRecord, replacesType } from './record-kinds';
import { insertRecordConversation } from '../database/schema';
import { checkIdentity } from './record-files';
import { inFolder } from '../disk/file-names';

/** How far a record file was read into the database. */
export interface Progress extends JournalPosition {
  /** `sealed`: read completely. `replaced`: a compaction has rewritten it; to be removed. */
  readonly state: 'open' | 'sealed' | 'replaced';
  /** Bytes that no row needed after compaction, such as records of unknown kinds. */
  readonly idle: number;
}

export interface ReplaySource extends RecordSource {
  readonly isSealed: boolean;
}

export interface ReplayContext extends StoreFolder {
  readonly problems: Problems;
}

export interface ReplayTarget {
  readonly database: StoreDatabase;
  readonly progress: Map<string, Progress>;
}

/** Records applied between two turns of the event loop: a few milliseconds. */
const batchRecords = 64;

/**
 * Reads new records of the files into the database, in the order of writing. May be repeated: a
 * record applied again changes nothing. Returns the number of records.
 */
export async function replayRecords(
  context: ReplayContext,
  target: ReplayTarget,
  sources: readonly ReplaySource[],
): Promise<number> {
  let batch: SourceRecord[] = [];
  let count = 0;
  let unknown = 0;

  async function flush(): Promise<void> {
    if (batch.length === 0) return;
    unknown += applyBatch(target, batch);
    count += batch.length;
    batch = [];
    await setImmediate();
  }

  for await (const merged of mergeRecords(context, sources)) {
    if ('record' in merged) {
      batch.push(merged);
      if (batch.length === batchRecords) await flush();
    } else {
      await flush();
      const { source, ended } = merged;
      const rest = ended.size - ended.at.offset;
      if (source.isSealed && rest > 0) source.onDamage?.(rest);
      const at = progressAt(source, ended);
      if (at === undefined) target.progress.delete(source.id);
      else target.progress.set(source.id, at);
    }
  }
  if (unknown > 0) {
    context.problems.report(
      `${unknown} stored records are of an unknown kind, perhaps from a newer version. They are kept but not shown.`,
    );
  }
  return count;
}

interface SourceRecord {
  readonly source: ReplaySource;
  readonly record: JournalRecord;
}

/** Returns the number of records of unknown kinds. */
function applyBatch({ database, progress }: ReplayTarget, batch: readonly SourceRecord[]): number {
  let unknown = 0;
  database.transaction(() => {
    for (const { source, record } of batch) {
      if (!applyRecord(database, source.id, record)) unknown += 1;
    }
  });
  for (const { source, record } of batch) {
    progress.set(source.id, { state: 'open', seq: record.seq, offset: record.next, idle: 0 });
  }
  return unknown;
}

/** Applies a record; false if its kind is unknown. */
function applyRecord(database: StoreDatabase, file: string, record: JournalRecord): boolean {
  if (record.type === replacesType) return true;
  const known = decodeRecord(record);
  if (known === undefined) return false;
  const { seq, position, next } = record;
  known.apply(database, { seq, location: { file, position, bytes: next - position } });
  if (known.holdsText) database.run(insertRecordConversation, [known.conversation, file]);
  return true;
}

/** Undefined if the file must be read from its start next time. */
function progressAt(
  { isSealed, end }: ReplaySource,
  ended: { readonly at: JournalPosition; readonly size: number },
): Progress | undefined {
  if (isSealed) return { ...ended.at, state: 'sealed', idle: 0 };
  // A torn part of another window's journal may be overwritten.
  const isStuck = end === undefined && ended.at.offset < ended.size;
  return isStuck ? undefined : { ...ended.at, state: 'open', idle: 0 };
}

interface RecordSource {
  readonly id: string;
  readonly name: string;
  /** Undefined = from the first record. */
  readonly from: JournalPosition | undefined;
  readonly end: number | undefined;
  /** If absent, reading stops at the first incomplete record. */
  readonly onDamage?: (bytes: number) => void;
}

/** A record with its source, or the end of a source. */
export type MergedRecord<Source> =
  | { readonly source: Source; readonly record: JournalRecord }
  | {
      readonly source: Source;
      readonly ended: { readonly at: JournalPosition; readonly size: number };
    };

/**
 * Merges the records of several files by sequence number, which preserves the order of dependent
 * writes. A file is open only while it is being read.
 */
export async function* mergeRecords<Source extends RecordSource>(
  context: StoreFolder,
  sources: readonly Source[],
): AsyncGenerator<MergedRecord<Source>> {
  const waiting = await startsOf(context, sources);
  const open: OpenSource<Source>[] = [];
  try {
    for (;;) {
      let next = lowest(open);
      while (
        waiting[0] !== undefined &&
        (next === undefined || waiting[0].start.seq < seqOf(next))
      ) {
        const started = waiting.shift();
        if (started !== undefined) open.push(await openSource(context, started));
        next = lowest(open);
      }
      if (next === undefined) return;
      const { source, current } = next;
      if (current === undefined) {
        open.splice(open.indexOf(next), 1);
        await next.file.close();
        yield { source, ended: { at: next.at, size: next.size } };
      } else {
        yield { source, record: current };
        await advance(next);
      }
    }
  } finally {
    for (const { file } of open) await file.close();
  }
}

interface StartedSource<Source> {
  readonly source: Source;
  readonly start: JournalPosition;
}

interface OpenSource<Source> {
  readonly source: Source;
  readonly file: DiskFile;
  readonly size: number;
  readonly records: AsyncGenerator<JournalRecord>;
  current: JournalRecord | undefined;
  at: JournalPosition;
}

/** Sorted by first sequence number. */
async function startsOf<Source extends RecordSource>(
  { disk, folder }: StoreFolder,
  sources: readonly Source[],
): Promise<StartedSource<Source>[]> {
  const started: StartedSource<Source>[] = [];
  for (const source of sources) {
    const path = inFolder(folder, source.name);
    const start = source.from ?? (await withOpened(disk, path, 'read', startOf));
    started.push({ source, start });
  }
  return started.sort((a, b) => a.start.seq - b.start.seq);
}

async function openSource<Source extends RecordSource>(
  { disk, folder }: StoreFolder,
  { source, start }: StartedSource<Source>,
): Promise<OpenSource<Source>> {
  const file = await disk.open(inFolder(folder, source.name), 'read');
  try {
    await checkIdentity(file, source);
    const size = source.end ?? (await file.size());
    const { onDamage } = source;
    const range = { start, end: size, ...(onDamage && { onDamage }) };
    const records = readRecords(file, range);
    const opened = { source, file, size, records, current: undefined, at: start };
    await advance(opened);
    return opened;
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function advance<Source>(open: OpenSource<Source>): Promise<void> {
  if (open.current !== undefined) open.at = { seq: open.current.seq, offset: open.current.next };
  const next: IteratorResult<JournalRecord, unknown> = await open.records.next();
  open.current = next.done === true ? undefined : next.value;
}

/** A source at its end comes first, so that it is closed. */
function lowest<Source>(open: readonly OpenSource<Source>[]): OpenSource<Source> | undefined {
  return open.reduce<OpenSource<Source> | undefined>(
    (best, one) => (best === undefined || seqOf(one) < seqOf(best) ? one : best),
    undefined,
  );
}

function seqOf<Source>({ current }: OpenSource<Source>): number {
  return current?.seq ?? -1;
}
