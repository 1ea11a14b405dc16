import * as z from 'zod';
import { compactionMethods } from '../../core/contracts/compaction';
import type { DecodedRecord, RecordKind } from './record-kind';
import {
  deleteOldSummaries,
  insertConversation,
  insertSummary,
  selectSummaryAt,
  summaryLocations,
} from './schema';

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

/** A `SummaryRecord`, with the id by which the second replay of it is known. */
export type StoredSummary = Readonly<z.infer<typeof summarySchema>>;

/** How a conversation was compressed, in a journal (000: `summaries.compaction_method`). */
export const summaryKind: RecordKind = {
  type: 2,
  decode: (payload) => {
    const summary = decodeSummary(payload);
    return summary && knownRecord(summary, payload);
  },
  livePlaces: summaryLocations,
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

export function encodeSummary(summary: StoredSummary): Uint8Array {
  return Buffer.from(JSON.stringify(summary));
}

/** Undefined when the payload is something else. */
export function decodeSummary(payload: Uint8Array): StoredSummary | undefined {
  try {
    return summarySchema.safeParse(JSON.parse(Buffer.from(payload).toString())).data;
  } catch {
    return undefined; // Not JSON: the caller counts it.
  }
}
