import { setImmediate } from 'node:timers/promises';
import type { StoreDatabase } from './database';
import type { Disk } from './disk';
import type { JournalPosition } from './journal-reader';
import { mergeRecords, type RecordSource } from './merge-records';
import type { Problems } from './problems';
import type { JournalRecord } from './record-format';
import { decodeRecord, replacesType } from './record-kinds';
import { insertRecordConversation } from './schema';

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
