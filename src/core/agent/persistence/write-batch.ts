import type {
  ConversationChange,
  ConversationEntry,
  ConversationFacts,
  EntryPart,
} from '../../contracts/chats/conversation';

type EntryKey = Pick<ConversationEntry, 'part' | 'key'>;

/** An entry, or how to make it: streaming text is joined once per write, not per chunk. */
export type BatchEntry =
  | ConversationEntry
  | (EntryKey & { readonly make: () => Pick<ConversationEntry, 'value' | 'words'> });

/** A `ConversationChange` whose entries may still grow. */
export interface BatchChange extends Omit<ConversationChange, 'put'> {
  readonly put?: readonly BatchEntry[];
}

interface BatchContent {
  readonly facts: Partial<ConversationFacts>;
  readonly drop: Set<EntryPart>;
  readonly remove: Map<string, EntryKey>;
  readonly put: Map<string, BatchEntry>;
}

export class WriteBatch {
  private content = emptyContent();

  add(change: BatchChange): void {
    this.content = merge(this.content, change);
  }

  /** Returns and removes everything; undefined if empty. */
  take(): ConversationChange | undefined {
    const { facts, drop, remove, put } = this.content;
    this.clear();
    const change = {
      ...(Object.keys(facts).length > 0 && { facts }),
      ...(drop.size > 0 && { drop: [...drop] }),
      ...(remove.size > 0 && { remove: [...remove.values()] }),
      ...(put.size > 0 && { put: Array.from(put.values(), resolveEntry) }),
    };
    return Object.keys(change).length === 0 ? undefined : change;
  }

  /** Puts back a failed write below later changes; returns how many entries had no room. */
  requeue(change: ConversationChange): number {
    const { facts, drop, remove, put } = this.content;
    this.content = merge(merge(emptyContent(), change), {
      facts,
      drop: [...drop],
      remove: [...remove.values()],
      put: [...put.values()],
    });
    return dropOldestUnsaved(this.content.put);
  }

  clear(): void {
    this.content = emptyContent();
  }
}

function emptyContent(): BatchContent {
  return { facts: {}, drop: new Set(), remove: new Map(), put: new Map() };
}

function merge(
  before: BatchContent,
  { facts, drop = [], remove = [], put = [] }: BatchChange,
): BatchContent {
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

function dropPart(entries: Map<string, EntryKey>, part: EntryPart): void {
  for (const [name, entry] of entries) {
    if (entry.part === part) entries.delete(name);
  }
}

function nameOf({ part, key }: EntryKey): string {
  return `${part} ${key}`;
}

function resolveEntry(entry: BatchEntry): ConversationEntry {
  if (!('make' in entry)) return entry;
  const { part, key, make } = entry;
  return { part, key, ...make() };
}

const maxUnsaved = 16 * 1024 * 1024;

type Unsaved = ConversationEntry | (Pick<ConversationEntry, 'part'> & { readonly make: unknown });

/** An entry may wait through many attempts, so its size is measured once. */
const sizes = new WeakMap<ConversationEntry, number>();

/** Drops the oldest of the transcript; the history stays, as its context bounds it. */
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
