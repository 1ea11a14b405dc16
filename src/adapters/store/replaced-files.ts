import * as z from 'zod';

const idsSchema = z.array(z.string());

/** What a compaction writes first: the ids of the files whose place its own takes. */
export function encodeReplaced(ids: readonly string[]): Uint8Array {
  return Buffer.from(JSON.stringify(ids));
}

export function decodeReplaced(payload: Uint8Array): readonly string[] {
  return idsSchema.parse(JSON.parse(Buffer.from(payload).toString()));
}
