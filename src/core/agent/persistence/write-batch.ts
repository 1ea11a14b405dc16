import type {
  ConversationChange,
  ConversationEntry,
  ConversationFacts,
  EntryPart,
} from '../../contracts/chats/conversation';

type EntryName = Pick<ConversationEntry, 'part' | 'key'>;

/** An entry, or how to make it: what streams is put together once a write, not once a piece. */
export type BatchEntry =
  | ConversationEntry
  | (EntryName & { readonly make: () => Pick<ConversationEntry, 'value' | 'words'> });

/** A `ConversationChange` whose entries may still grow. */
export interface BatchChange extends Omit<ConversationChange, 'put'> {
  readonly put?: readonly BatchEntry[];
}

/** What is to be written next: any number of changes as one, each key once. */
export interface WriteBatch {
  add(change: BatchChange): void;
  /** All of it, which is then gone from here; undefined when there is nothing. */
  take(): ConversationChange | undefined;
  /**
   * Puts back what could not be written, beneath what has come since. Answers how many of the oldest
   * entries had no room and are lost.
   */
  requeue(change: ConversationChange): number;
  clear(): void;
}

interface Content {
  readonly facts: Partial<ConversationFacts>;
  readonly drop: Set<EntryPart>;
  readonly remove: Map<string, EntryName>;
  readonly put: Map<string, BatchEntry>;
}

export function createWriteBatch(): WriteBatch {
  let content = emptyContent();
  return {
    add: (change) => {
      content = merge(content, change);
    },
    take: () => {
      const { facts, drop, remove, put } = content;
      content = emptyContent();
      const change = {
        ...(Object.keys(facts).length > 0 && { facts }),
        ...(drop.size > 0 && { drop: [...drop] }),
        ...(remove.size > 0 && { remove: [...remove.values()] }),
        ...(put.size > 0 && { put: Array.from(put.values(), resolveEntry) }),
      };
      return Object.keys(change).length === 0 ? undefined : change;
    },
    requeue: (change) => {
      const { facts, drop, remove, put } = content;
      content = merge(merge(emptyContent(), change), {
        facts,
        drop: [...drop],
        remove: [...remove.values()],
        put: [...put.values()],
      });
      return dropOldestUnsaved(content.put);
    },
    clear: () => {
      content = emptyContent();
    },
  };
}

function emptyContent(): Content {
  return { facts: {}, drop: new Set(), remove: new Map(), put: new Map() };
}

/** Appends `change` to the batch, in the order of a `ConversationChange`. */
function merge(before: Content, { facts, drop = [], remove = [], put = [] }: BatchChange): Content {
  for (const part of drop) {
    before.drop.add(part);
    for (const entries of [before.put, before.remove]) dropPart(entries, part);
  }
  for (const { part, key } of remove) {
    before.put.delete(nameOf({ part, key }));
    before.remove.set(nameOf({ part, key }), { part, key });
  }
  for (const entry of put) before.put.set(nameOf(entry), entry);
  return { ...before, facts: { ...before.facts, ...facts } };
}

function dropPart(entries: Map<string, EntryName>, part: EntryPart): void {
  for (const [name, entry] of entries) {
    if (entry.part === part) entries.delete(name);
  }
}

function nameOf({ part, key }: EntryName): string {
  return `${part} ${key}`;
}

function resolveEntry(entry: BatchEntry): ConversationEntry {
  if (!('make' in entry)) return entry;
  const { part, key, make } = entry;
  return { part, key, ...make() };
}

/** Characters of what a chat has shown that wait for a store that fails. */
const maxUnsaved = 16 * 1024 * 1024;

/** An entry that is made when it is written takes no room yet. */
type Unsaved = ConversationEntry | (Pick<ConversationEntry, 'part'> & { readonly make: unknown });

/** Each entry waits through many tries, and is measured once. */
const sizes = new WeakMap<ConversationEntry, number>();

/**
 * Removes the oldest entries of what the chat has shown beyond the room for them; answers how many.
 * The model's history stays: it is in memory anyway, and bounded by its context.
 */
function dropOldestUnsaved<Entry extends Unsaved>(put: Map<string, Entry>): number {
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
