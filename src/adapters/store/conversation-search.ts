import * as z from 'zod';
import type { SqlValue } from 'sql.js';
import { excerptAround } from './conversation-excerpt';
import { locationKey, readPayloads } from './conversation-read';
import { selectWords } from './conversation-schema';
import type { StoreDatabase } from './database';
import type { PayloadReader } from './record-kind';

const entrySchema = z.object({
  file: z.string(),
  position: z.number(),
  bytes: z.number(),
  value_offset: z.number(),
  value_bytes: z.number(),
  words_bytes: z.number(),
});

/** Why a chat is in a list: an entry that contains a word, or its title alone. */
export type SearchMatch =
  { readonly word: string; readonly entry: z.infer<typeof entrySchema> } | 'title';

/** Undefined when a word is neither in the title nor in what was said or done. */
export function matchOf(
  database: StoreDatabase,
  chat: { readonly id: string; readonly title: SqlValue | undefined },
  words: readonly string[],
): SearchMatch | undefined {
  let match: SearchMatch = 'title';
  for (const word of words) {
    if (typeof chat.title === 'string' && chat.title.includes(word)) continue;
    const row = database.rows(selectWords, [chat.id, word])[0];
    if (row === undefined) return undefined;
    if (match === 'title') match = { word, entry: entrySchema.parse(row) };
  }
  return match;
}

/** In the order of the matches; undefined for one in the title. */
export async function excerptsOf(
  bodies: PayloadReader,
  matches: readonly SearchMatch[],
): Promise<readonly (string | undefined)[]> {
  const entries = matches.flatMap((match) => (match === 'title' ? [] : [match.entry]));
  if (entries.length === 0) return [];
  const payloads = await readPayloads(bodies, entries);
  return matches.map((match) => {
    if (match === 'title') return undefined;
    const { value_offset: offset, value_bytes: bytes, words_bytes: length } = match.entry;
    const start = offset + bytes;
    const words = payloads.get(locationKey(match.entry))?.subarray(start, start + length);
    return words && excerptAround(Buffer.from(words).toString(), match.word);
  });
}
