import * as z from 'zod';
import { auditResults } from '../audit/entry';
import { errorCategories } from '../failure';
import { count, type Data } from '../schema-parts';
import { seenUrl } from '../calls/web-address';
import { readKinds } from './exposure';

/** Increase when the shape below changes; other versions are refused (W26). */
export const snapshotSchema = 2;

const text = z.string();
const anything = z.custom<unknown>((value) => value !== undefined);

/** The content of a file that a chat saw last. */
const markSchema = z.object({
  stamp: text,
  /** Ids of the tools that have shown or written the file. */
  tools: z.array(text),
  /** Ids of the calls that have shown or written this content. */
  calls: z.array(text),
});
export type SeenMark = Data<typeof markSchema>;

/** How a call ended; nothing of its content. */
const outcomeSchema = z.object({
  /** Canonical id; absent if there is no such tool. */
  tool: text.optional(),
  result: z.enum(auditResults),
  category: z.enum(errorCategories).optional(),
  durationMs: z.number(),
});
export type RecentOutcome = Data<typeof outcomeSchema>;

/** The state of a chat as plain data. */
const sessionSchema = z.object({
  schema: z.literal(snapshotSchema),
  tools: z.array(text),
  /** Real path, and what the chat knows of the file. */
  marks: z.array(z.tuple([text, markSchema])),
  own: z.array(z.tuple([text, anything])),
  slices: z.array(z.tuple([text, anything])),
  /** First attempts of calls, as the quota counts them (decision 15). */
  spent: z.number().int().nonnegative().optional(),
  /** By canonical id: how many calls ended in each way. */
  ends: z.array(z.tuple([text, z.partialRecord(z.enum(auditResults), count)])).optional(),
  /** The last calls, the newest last. */
  recent: z.array(outcomeSchema).optional(),
  userMessage: text.optional(),
  /** What kinds of content the chat has read; absent in older chats. */
  read: readKinds.optional(),
  /** By URL: where the chat met it. */
  urls: z.array(z.tuple([text, seenUrl])).optional(),
});
export type SessionSnapshot = Data<typeof sessionSchema>;

/** True for a snapshot whose every part can be used. */
export function isSnapshot(value: unknown): value is SessionSnapshot {
  return sessionSchema.safeParse(value).success;
}
