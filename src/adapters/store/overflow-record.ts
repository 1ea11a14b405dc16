import * as z from 'zod';

/** The record type of a stored text in a journal. */
export const overflowRecordType = 1;

const headSchema = z.object({
  id: z.uuid(),
  conversation: z.string(),
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
  cut: z.boolean(),
});

export interface OverflowRecord extends z.infer<typeof headSchema> {
  /** UTF-8. */
  readonly content: Uint8Array;
}

const newline = 0x0a;

/** A line of JSON that says what it is, then the text as it is. */
export function encodeOverflow({ content, ...head }: OverflowRecord): Uint8Array {
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), content]);
}

/** Undefined when the payload is something else. */
export function decodeOverflow(payload: Uint8Array): OverflowRecord | undefined {
  const end = payload.indexOf(newline);
  if (end === -1) return undefined;
  const head = parseHead(Buffer.from(payload.subarray(0, end)).toString());
  return head && { ...head, content: payload.subarray(end + 1) };
}

function parseHead(line: string): z.infer<typeof headSchema> | undefined {
  try {
    return headSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined; // Not JSON: the caller counts it.
  }
}
