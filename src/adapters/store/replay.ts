import { setImmediate } from 'node:timers/promises';
import type { SqlValue } from 'sql.js';
import type { StoreDatabase } from './database';
import { withFile, type Disk } from './disk';
import { findStart, readRecords, type JournalPosition } from './journal-reader';
import { inFolder } from './names';
import { decodeOverflow, overflowRecordType, type OverflowRecord } from './overflow-record';
import type { Problems } from './problems';
import type { JournalRecord } from './record-format';
import { insertConversation, insertOverflow, insertSummary } from './schema';
import { decodeSummary, summaryRecordType, type KeptSummary } from './summary-record';

export interface ReplayPlace {
  readonly disk: Disk;
  readonly folder: string;
  readonly problems: Problems;
  /** Texts stored before this time are not taken over. */
  readonly expiredBefore: () => number;
}

/** A journal and up to which byte it may be read; undefined = as far as it goes. */
export interface JournalSource {
  readonly name: string;
  readonly end: number | undefined;
}

/** How far a journal has been read. */
export interface Replayed extends JournalPosition {
  /** Tells a journal from the one that took its place. */
  readonly startSeq: number;
  readonly skipped: number;
}

export interface ReplayResult {
  readonly replayed: Replayed;
  readonly changed: number;
  /** True when the journal has been started again since `before`. */
  readonly restarted: boolean;
}

/**
 * Takes the records after `before` into the database. May be repeated: each has one id, and the
 * second time changes nothing. Undefined when there is no journal.
 */
export async function replayJournal(
  place: ReplayPlace,
  database: StoreDatabase,
  source: JournalSource,
  before: Replayed | undefined,
): Promise<ReplayResult | undefined> {
  const result = await withFile(place.disk, inFolder(place.folder, source.name), async (file) => {
    const start = await findStart(file);
    if (start === undefined) return undefined;
    const restarted = before !== undefined && before.startSeq !== start.seq;
    const end = source.end ?? (await file.size());
    const fresh: Replayed = { ...start, startSeq: start.seq, skipped: 0 };
    let at = before === undefined || restarted || before.offset > end ? fresh : before;
    let changed = 0;
    for await (const record of readRecords(file, at, end)) {
      const rows = apply(place, database, record);
      changed += rows ?? 0;
      const skipped = at.skipped + (rows === undefined ? 1 : 0);
      at = { ...at, seq: record.seq, offset: record.next, skipped };
      await setImmediate();
    }
    // What looks torn in another window's journal may be written anew: start over next time.
    const stuck = source.end === undefined && at.offset < end;
    return { replayed: stuck ? fresh : at, changed, restarted };
  });
  if (result !== undefined) report(place.problems, source, result.replayed.skipped);
  return result;
}

function report(problems: Problems, { name }: JournalSource, skipped: number): void {
  if (skipped === 0) return;
  problems.report(`${skipped} records of ${name} are of an unknown kind and were skipped.`);
}

/** Answers how many rows were added, undefined when the record is of an unknown kind. */
function apply(
  { expiredBefore }: ReplayPlace,
  database: StoreDatabase,
  record: JournalRecord,
): number | undefined {
  const row = rowOf(record);
  if (row === undefined) return undefined;
  if (row.createdAt < expiredBefore()) return 0;
  let added = 0;
  database.transaction(() => {
    database.run(insertConversation, [row.conversation]);
    added = database.run(row.insert, row.values);
  });
  return added;
}

/** What a record puts into the database, as part of its conversation. */
interface Row {
  readonly conversation: string;
  readonly createdAt: number;
  readonly insert: string;
  readonly values: readonly SqlValue[];
}

function rowOf({ type, payload }: JournalRecord): Row | undefined {
  if (type === overflowRecordType) return overflowRow(decodeOverflow(payload));
  return type === summaryRecordType ? summaryRow(decodeSummary(payload)) : undefined;
}

function overflowRow(record: OverflowRecord | undefined): Row | undefined {
  if (record === undefined) return undefined;
  const { id, conversation, createdAt, cut, content } = record;
  const values = [id, conversation, createdAt, Number(cut), content.length, content];
  return { conversation, createdAt, insert: insertOverflow, values };
}

function summaryRow(record: KeptSummary | undefined): Row | undefined {
  if (record === undefined) return undefined;
  const { id, conversationId, method, removedMessages, tokensBefore, tokensAfter } = record;
  const content = Buffer.from(record.text);
  const numbers = [removedMessages, tokensBefore, tokensAfter];
  const values = [id, conversationId, method, content, ...numbers, record.model, record.at];
  return { conversation: conversationId, createdAt: record.at, insert: insertSummary, values };
}
