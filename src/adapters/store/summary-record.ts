import * as z from 'zod';
import { compactionMethods } from '../../core/contracts/compaction';
import type { KnownRecord, RecordKind } from './record-kind';
import {
  deleteOldSummaries,
  insertConversation,
  insertSummary,
  selectSummaryAt,
  summaryPlaces,
} from './schema';

const schema = z.object({
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
export type KeptSummary = Readonly<z.infer<typeof schema>>;

/** How a conversation was compressed, in a journal (000: `summaries.compaction_method`). */
export const summaryKind: RecordKind = {
  type: 2,
  decode: (payload) => {
    const summary = decodeSummary(payload);
    return summary && knownRecord(summary, payload);
  },
  livePlaces: summaryPlaces,
  conversations: 'SELECT conversation_id FROM summaries',
  expire: (database, { outputsBefore }) => database.run(deleteOldSummaries, [outputsBefore]),
};

function knownRecord(summary: KeptSummary, payload: Uint8Array): KnownRecord {
  const { id, conversationId, method, at } = summary;
  return {
    conversation: conversationId,
    holdsText: true,
    apply: (database, { seq, place: { file, position, bytes } }) => {
      database.run(insertConversation, [conversationId]);
      return database.run(insertSummary, [
        ...[id, conversationId, method, at, seq],
        ...[file, position, bytes],
      ]);
    },
    keep: (database, { place: { file, position } }) =>
      database.rows(selectSummaryAt, [id, file, position]).length > 0 ? payload : undefined,
  };
}

export function encodeSummary(summary: KeptSummary): Uint8Array {
  return Buffer.from(JSON.stringify(summary));
}

/** Undefined when the payload is something else. */
export function decodeSummary(payload: Uint8Array): KeptSummary | undefined {
  try {
    return schema.safeParse(JSON.parse(Buffer.from(payload).toString())).data;
  } catch {
    return undefined; // Not JSON: the caller counts it.
  }
}
