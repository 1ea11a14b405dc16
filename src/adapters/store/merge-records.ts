import type { Disk, DiskFile } from './disk';
import { findStart, readRecords, type JournalPosition } from './journal-reader';
import { checkIdentity } from './moved-records';
import { inFolder } from './names';
import { firstRecordAt, type JournalRecord } from './record-format';

export interface RecordSource {
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
