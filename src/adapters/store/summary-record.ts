import * as z from 'zod';
import { compactionMethods } from '../../core/contracts/compaction';

/** The record type of a summary in a journal. */
export const summaryRecordType = 2;

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
