import { setImmediate } from 'node:timers/promises';
import type { StoreDatabase } from '../database/database';
import type { Disk, DiskFile } from '../disk/disk';
import {
  type JournalPosition,
  type JournalRecord,
  findStart,
  readRecords,
  firstRecordAt,
} from '../journal/format';
import type { Problems } from '../disk/problems';
import { decodeRecord, replacesType } from './record-kinds';
import { insertRecordConversation } from '../database/schema';
import { checkIdentity } from './record-files';
import { inFolder } from '../disk/file-names';

/** How far a file of records has been taken into the database. */
export interface Progress extends JournalPosition {
  /** `sealed`: all of it is in. `replaced`: a compaction has written it anew, it only has to go. */
  readonly state: 'open' | 'sealed' | 'replaced';
  /** Bytes that no row needed when a compaction wrote it, such as records of an unknown kind. */
  readonly idle: number;
}

export interface ReplaySource extends RecordSource {
  readonly isSealed: boolean;
}

export interface ReplayContext {
  readonly disk: Disk;
  readonly folder: string;
  readonly problems: Problems;
}

export interface ReplayTarget {
  readonly database: StoreDatabase;
  readonly progress: Map<string, Progress>;
}

/** What is taken in between two turns of the event loop: a few milliseconds. */
const batchRecords = 64;

/**
 * Takes new records of the files into the database, in the order in which they were written. May be
 * repeated: a record that is told again changes nothing. Answers how many there were.
 */
export async function replayRecords(
  place: ReplayContext,
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

  for await (const merged of mergeRecords(place, sources)) {
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
    place.problems.report(
      `${unknown} stored records are of an unknown kind, of a newer version perhaps: they are kept, and not shown.`,
    );
  }
  return count;
}

interface SourceRecord {
  readonly source: ReplaySource;
  readonly record: JournalRecord;
}

/** Answers how many are of no known kind. */
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

/** Tells a record to its kind; false when there is none. */
function applyRecord(database: StoreDatabase, file: string, record: JournalRecord): boolean {
  if (record.type === replacesType) return true;
  const known = decodeRecord(record);
  if (known === undefined) return false;
  const { seq, position, next } = record;
  known.apply(database, { seq, location: { file, position, bytes: next - position } });
  if (known.holdsText) database.run(insertRecordConversation, [known.conversation, file]);
  return true;
}

/** Undefined when the file has to be read from its start the next time. */
function progressAt(
  { isSealed, end }: ReplaySource,
  ended: { readonly at: JournalPosition; readonly size: number },
): Progress | undefined {
  if (isSealed) return { ...ended.at, state: 'sealed', idle: 0 };
  // What looks torn in another window's journal may be written anew.
  const isStuck = end === undefined && ended.at.offset < ended.size;
  return isStuck ? undefined : { ...ended.at, state: 'open', idle: 0 };
}

interface RecordSource {
  readonly id: string;
  readonly name: string;
  /** Undefined = from its first record. */
  readonly from: JournalPosition | undefined;
  readonly end: number | undefined;
  /** Absent: the reading stops at what is no whole record. */
  readonly onDamage?: (bytes: number) => void;
}

/** A record and the source it comes from; without a record where the source ends. */
export type MergedRecord<Source> =
  | { readonly source: Source; readonly record: JournalRecord }
  | {
      readonly source: Source;
      readonly ended: { readonly at: JournalPosition; readonly size: number };
    };

export interface MergeContext {
  readonly disk: Disk;
  readonly folder: string;
}

/**
 * The records of several files in the order of their sequence numbers, which is the order in which
 * they were written as far as one depends on the other. A file is open only while it is its turn.
 */
export async function* mergeRecords<Source extends RecordSource>(
  place: MergeContext,
  sources: readonly Source[],
): AsyncGenerator<MergedRecord<Source>> {
  const waiting = await startsOf(place, sources);
  const open: OpenSource<Source>[] = [];
  try {
    for (;;) {
      let next = lowest(open);
      while (
        waiting[0] !== undefined &&
        (next === undefined || waiting[0].start.seq < seqOf(next))
      ) {
        const started = waiting.shift();
        if (started !== undefined) open.push(await openSource(place, started));
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

/** In the order of their first sequence numbers. */
async function startsOf<Source extends RecordSource>(
  { disk, folder }: MergeContext,
  sources: readonly Source[],
): Promise<StartedSource<Source>[]> {
  const started: StartedSource<Source>[] = [];
  for (const source of sources) {
    started.push({
      source,
      start: source.from ?? (await startOf(disk, inFolder(folder, source.name))),
    });
  }
  return started.sort((a, b) => a.start.seq - b.start.seq);
}

/** Records are looked for behind a header that cannot be read too. */
async function startOf(disk: Disk, path: string): Promise<JournalPosition> {
  const file = await disk.open(path, 'read');
  try {
    return (await findStart(file)) ?? { seq: 0, offset: firstRecordAt };
  } finally {
    await file.close();
  }
}

async function openSource<Source extends RecordSource>(
  { disk, folder }: MergeContext,
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

/** A source that has ended comes first, so that it is closed. */
function lowest<Source>(open: readonly OpenSource<Source>[]): OpenSource<Source> | undefined {
  return open.reduce<OpenSource<Source> | undefined>(
    (best, one) => (best === undefined || seqOf(one) < seqOf(best) ? one : best),
    undefined,
  );
}

function seqOf<Source>({ current }: OpenSource<Source>): number {
  return current?.seq ?? -1;
}
