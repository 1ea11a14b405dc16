import * as z from 'zod';
import type { Data } from '../schema-parts';

const text = z.string();

/** Where a chat first met a URL: `user` counts more than anything else. */
export const seenUrl = z.object({
  from: z.enum(['user', 'result', 'model']),
  /** Label of the call whose result contained it. */
  call: text.exactOptional(),
  /** Only files and commands contained it, which the model may have written. */
  isPrivate: z.literal(true).exactOptional(),
});
export type SeenUrl = Data<typeof seenUrl>;

/** An address that a call asks, as the user must see it (decision url-origin). */
export const webAddress = z.object({
  /** All of it, redacted. */
  url: z.string(),
  /** In Punycode, with the port if it is not the usual one. */
  host: z.string(),
  /** The host as people read it, where that differs. */
  unicodeHost: z.string().exactOptional(),
  query: z.string().exactOptional(),
  /** Where the chat met it first. */
  origin: seenUrl,
  /** True if the model made up a part that may hold data. */
  mayCarryData: z.boolean().exactOptional(),
});
export type WebAddress = Data<typeof webAddress>;
