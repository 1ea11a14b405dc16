import * as z from 'zod';
import type { SummaryRecord } from '../../core/contracts/compaction';
import { succeed } from '../../core/contracts/result';
import type { SummaryLog } from '../../core/ports/compaction';
import type { Ids } from '../../core/ports/ids';
import type { SessionQueue } from './runner';
import { selectSummaries } from './schema';
import { decodeSummary, encodeSummary, summaryKind } from './summary-record';
import type { Autosave } from './upkeep';

const summaryLocationsSchema = z.array(
  z.object({ file: z.string(), position: z.number(), bytes: z.number() }),
);

/** How conversations were compressed (000: `summaries.compaction_method`). */
export function createSummaryLog(runner: SessionQueue, upkeep: Autosave, ids: Ids): SummaryLog {
  return {
    add: (record) =>
      runner.run('keep the summary', async (session) => {
        const payload = encodeSummary({ ...record, id: ids.uuid() });
        await session.folder.journal.append(summaryKind.type, payload);
        upkeep.noteWrite(session);
        return succeed(undefined);
      }),
    list: (conversationId) =>
      runner.run('read the summaries', ({ view }) =>
        view.query(async (database, bodies) => {
          const rows = database.rows(selectSummaries, [conversationId]);
          const payloads = await bodies.read(summaryLocationsSchema.parse(rows));
          return succeed(payloads.flatMap((payload) => recordsIn(payload)));
        }),
      ),
  };
}

/** None when the disk no longer has it. */
function recordsIn(payload: Uint8Array | undefined): readonly SummaryRecord[] {
  const summary = payload && decodeSummary(payload);
  if (summary === undefined) return [];
  const { id: _id, ...record } = summary;
  return [record];
}
