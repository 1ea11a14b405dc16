import * as z from 'zod';
import type { Data } from '../schema-parts';

/** Increase when the shape below changes; other versions are refused (W26). */
export const snapshotSchema = 2;

const text = z.string();
const anything = z.custom<unknown>((value) => value !== undefined);

/** The content of a file that a chat saw last. */
const markSchema = z.object({
  /** Content stamp. */
  stamp: text,
  /** Ids of the tools that have shown or written the file. */
  tools: z.array(text),
  /** Ids of the calls that have shown or written this content. */
  calls: z.array(text),
});
export type SeenMark = Data<typeof markSchema>;

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
});
export type SessionSnapshot = Data<typeof sessionSchema>;

/** True for a snapshot whose every part can be used. */
export function isSnapshot(value: unknown): value is SessionSnapshot {
  return sessionSchema.safeParse(value).success;
}
