import { setImmediate } from 'node:timers/promises';
import * as z from 'zod';
import { compactionMethods } from '../../core/contracts/compaction';
import type { StoreDatabase } from './database';
import type { Journal } from './journal-file';
import { encodeOverflow, overflowKind } from './overflow-record';
import { encodeSummary, summaryKind } from './summary-record';

/** Versions 1 and 2 had the bodies in the database. */
const bodyRows = z.array(z.object({ rowid: z.number() }));

const outputSchema = z.tuple([
  z.object({
    id: z.uuid(),
    conversation_id: z.string(),
    created_at: z.number(),
    cut: z.number(),
    content: z.instanceof(Uint8Array),
  }),
]);

const summarySchema = z.tuple([
  z.object({
    id: z.uuid(),
    conversation_id: z.string(),
    compaction_method: z.enum(compactionMethods),
    content: z.instanceof(Uint8Array),
    removed_messages: z.number(),
    tokens_before: z.number(),
    tokens_after: z.number(),
    model: z.string(),
    created_at: z.number(),
  }),
]);

/**
 * Makes records of the bodies that stand only in a database of version 1 or 2; the database of this
 * version is then made from the records, as every other one is. After a crash it is done again:
 * each has its id, so that nothing is there twice. Nothing of the old database is changed.
 */
export async function liftBodies(old: StoreDatabase, journal: Journal): Promise<void> {
  const tables = new Set(old.rows('SELECT name FROM sqlite_master').map(({ name }) => name));
  if (tables.has('tool_overflow')) await liftOutputs(old, journal);
  if (tables.has('summaries')) await liftSummaries(old, journal);
}

async function liftOutputs(old: StoreDatabase, journal: Journal): Promise<void> {
  const rows = bodyRows.parse(old.rows('SELECT rowid FROM tool_overflow ORDER BY created_at'));
  await appendAll(journal, overflowKind.type, rows, ({ rowid }) => {
    const found = old.rows('SELECT * FROM tool_overflow WHERE rowid = ?', [rowid]);
    const [row] = outputSchema.parse(found);
    return encodeOverflow({
      id: row.id,
      conversation: row.conversation_id,
      createdAt: row.created_at,
      cut: row.cut !== 0,
      content: row.content,
    });
  });
}

async function liftSummaries(old: StoreDatabase, journal: Journal): Promise<void> {
  const rows = bodyRows.parse(old.rows('SELECT rowid FROM summaries ORDER BY created_at, rowid'));
  await appendAll(journal, summaryKind.type, rows, ({ rowid }) => {
    const found = old.rows('SELECT * FROM summaries WHERE rowid = ?', [rowid]);
    const [row] = summarySchema.parse(found);
    return encodeSummary({
      id: row.id,
      conversationId: row.conversation_id,
      method: row.compaction_method,
      text: Buffer.from(row.content).toString(),
      removedMessages: row.removed_messages,
      tokensBefore: row.tokens_before,
      tokensAfter: row.tokens_after,
      model: row.model,
      at: row.created_at,
    });
  });
}

/** Bytes that wait for one flush. */
const batchBytes = 4 * 1024 * 1024;

async function appendAll<Row>(
  journal: Journal,
  type: number,
  rows: readonly Row[],
  payloadOf: (row: Row) => Uint8Array,
): Promise<void> {
  let waiting: Promise<void>[] = [];
  let bytes = 0;
  for (const row of rows) {
    const payload = payloadOf(row);
    waiting.push(journal.append(type, payload));
    bytes += payload.length;
    if (bytes < batchBytes) continue;
    await Promise.all(waiting);
    await setImmediate();
    waiting = [];
    bytes = 0;
  }
  await Promise.all(waiting);
}
