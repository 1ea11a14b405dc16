import * as z from 'zod';
import { compactionMethods, type SummaryRecord } from '../../core/contracts/compaction';
import { succeed } from '../../core/contracts/result';
import type { SummaryLog } from '../../core/ports/compaction';
import type { Ids } from '../../core/ports/ids';
import type { StoreDatabase } from './database';
import type { Runner } from './runner';
import { selectSummaries } from './schema';
import { encodeSummary, summaryRecordType } from './summary-record';
import type { Upkeep } from './upkeep';

const rowsSchema = z.array(
  z.object({
    compaction_method: z.enum(compactionMethods),
    content: z.instanceof(Uint8Array),
    removed_messages: z.number(),
    tokens_before: z.number(),
    tokens_after: z.number(),
    model: z.string(),
    created_at: z.number(),
  }),
);

/** How conversations were compressed (000: `summaries.compaction_method`). */
export function createSummaryLog(runner: Runner, upkeep: Upkeep, ids: Ids): SummaryLog {
  return {
    add: (record) =>
      runner.run('keep the summary', async (session) => {
        const payload = encodeSummary({ ...record, id: ids.uuid() });
        await session.folder.journal.append(summaryRecordType, payload);
        upkeep.wrote(session);
        return succeed(undefined);
      }),
    list: (conversationId) =>
      runner.run('read the summaries', ({ view }) =>
        view.query((database) => succeed(listSummaries(database, conversationId))),
      ),
  };
}

function listSummaries(database: StoreDatabase, conversationId: string): readonly SummaryRecord[] {
  return rowsSchema.parse(database.rows(selectSummaries, [conversationId])).map((row) => ({
    conversationId,
    method: row.compaction_method,
    text: Buffer.from(row.content).toString(),
    removedMessages: row.removed_messages,
    tokensBefore: row.tokens_before,
    tokensAfter: row.tokens_after,
    model: row.model,
    at: row.created_at,
  }));
}
