import * as z from 'zod';
import { type SummaryRecord, compactionMethods } from '../../../core/contracts/chats/conversation';
import { succeed } from '../../../core/contracts/failure';
import type { SummaryLog } from '../../../core/ports/conversations';
import type { Ids } from '../../../core/ports/system';
import type { Autosave } from '../session/autosave';
import type { SessionQueue } from '../session/session';
import {
  selectSummaries,
  deleteOldSummaries,
  insertConversation,
  insertSummary,
  selectSummaryAt,
  summaryLocations,
} from '../database/schema';
import {
  jsonPayload,
  locationSchema,
  parsePayload,
  type DecodedRecord,
  type RecordKind,
} from '../database/record-kind';

/** Records how conversations were compacted (000-compress-4). */
export function createSummaryLog(queue: SessionQueue, autosave: Autosave, ids: Ids): SummaryLog {
  return {
    add: (record) =>
      queue.run('save the summary', async (session) => {
        const payload = jsonPayload({ ...record, id: ids.uuid() });
        await session.folder.journal.append(summaryKind.type, payload);
        autosave.noteWrite(session);
        return succeed(undefined);
      }),
    list: (conversationId) =>
      queue.run('read the summaries', ({ view }) =>
        view.query(async (database, payloadReader) => {
          const rows = database.rows(selectSummaries, [conversationId]);
          const payloads = await payloadReader.read(z.array(locationSchema).parse(rows));
          return succeed(payloads.flatMap((payload) => recordsIn(payload)));
        }),
      ),
  };
}

/** Empty if the disk no longer has it. */
function recordsIn(payload: Uint8Array | undefined): readonly SummaryRecord[] {
  const summary = payload && parsePayload(summarySchema, payload);
  if (summary === undefined) return [];
  const { id: _id, ...record } = summary;
  return [record];
}

const summarySchema = z.object({
  id: z.uuid(),
  conversationId: z.string(),
  method: z.enum(compactionMethods),
  text: z.string(),
  removedMessages: z.number(),
  tokensBefore: z.number(),
  tokensAfter: z.number(),
  model: z.string(),
  at: z.number(),
});

/** A `SummaryRecord` with the id that identifies it on replay. */
export type StoredSummary = Readonly<z.infer<typeof summarySchema>>;

/** A compaction record in a journal (000-compress-4). */
export const summaryKind: RecordKind = {
  type: 2,
  decode: (payload) => {
    const summary = parsePayload(summarySchema, payload);
    return summary && knownRecord(summary, payload);
  },
  liveLocations: summaryLocations,
  conversations: 'SELECT conversation_id FROM summaries',
  expire: (database, { outputsBefore }) => database.run(deleteOldSummaries, [outputsBefore]),
};

function knownRecord(summary: StoredSummary, payload: Uint8Array): DecodedRecord {
  const { id, conversationId, method, at } = summary;
  return {
    conversation: conversationId,
    holdsText: true,
    apply: (database, { seq, location: { file, position, bytes } }) => {
      database.run(insertConversation, [conversationId]);
      return database.run(insertSummary, [
        ...[id, conversationId, method, at, seq],
        ...[file, position, bytes],
      ]);
    },
    retain: (database, { location: { file, position } }) =>
      database.rows(selectSummaryAt, [id, file, position]).length > 0 ? payload : undefined,
  };
}
