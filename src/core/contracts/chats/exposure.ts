import * as z from 'zod';
import type { Data } from '../schema-parts';
import type { SeenUrl } from '../calls/web-address';

const text = z.string();

/** What brought content into the chat. */
const readContent = z.object({
  /** As its card names it, redacted: a path, a page, a command. Empty where it is not known. */
  label: text,
  /** Canonical id of the tool; absent for what no call read. */
  tool: text.exactOptional(),
  toolCallId: text.exactOptional(),
});
export type ReadContent = Data<typeof readContent>;

const readSpan = z.object({ first: readContent, last: readContent });

/** What kinds of content the chat has read. */
export const readKinds = z.object({
  /** Of the user's files and terminals. */
  private: readSpan.exactOptional(),
  /** Of strangers: a page. */
  untrusted: readSpan.exactOptional(),
});
export type ReadKinds = Data<typeof readKinds>;

/** What a chat has read, for gates that judge by it and for the user who is asked. */
export interface Exposure extends ReadKinds {
  /** By its normal spelling; the oldest are forgotten. */
  readonly urls: ReadonlyMap<string, SeenUrl>;
}
