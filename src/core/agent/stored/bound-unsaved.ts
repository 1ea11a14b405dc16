import type { ConversationEntry } from '../../contracts/conversation';

/** Characters of what a chat has shown that wait for a store that fails. */
const maxUnsaved = 16 * 1024 * 1024;

/** An entry that is made when it is written takes no room yet. */
type Unsaved = ConversationEntry | (Pick<ConversationEntry, 'part'> & { readonly make: unknown });

/** Each entry waits through many tries, and is measured once. */
const sizes = new WeakMap<ConversationEntry, number>();

/**
 * Removes the oldest entries of what the chat has shown beyond the room for them; answers how many.
 * What the model was told stays: it is in memory anyway, and bounded by its context.
 */
export function dropOldestUnsaved<Entry extends Unsaved>(put: Map<string, Entry>): number {
  const shown = [...put].flatMap(([name, entry]) =>
    entry.part === 'transcript' && !('make' in entry) ? [{ name, size: sizeOf(entry) }] : [],
  );
  let over = shown.reduce((sum, { size }) => sum + size, 0) - maxUnsaved;
  let removed = 0;
  for (const { name, size } of shown) {
    if (over <= 0) break;
    put.delete(name);
    over -= size;
    removed += 1;
  }
  return removed;
}

function sizeOf(entry: ConversationEntry): number {
  const known = sizes.get(entry);
  if (known !== undefined) return known;
  const size = JSON.stringify(entry.value).length;
  sizes.set(entry, size);
  return size;
}
