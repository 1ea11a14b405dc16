import type { StoreDatabase } from '../database/database';
import type { Problems } from '../disk/problems';
import { recordKinds, deleteEmptyConversations, liveBytesOf, sumOf } from './record-kinds';
import { deleteOldestOverflow } from '../database/schema';

/** Read at each use, so that changed settings apply at once. */
export interface PruneLimits {
  readonly overflowRetentionDays: () => number;
  /** 0 = keep forever. */
  readonly chatsRetentionDays: () => number;
  /** Limit for all records. */
  readonly maxBytes: () => number;
}

export interface Pruned {
  readonly removed: number;
  /** Files that contain the removed data. */
  readonly files: readonly string[];
}

const dayMs = 86_400_000;

/** Fill level after removal, so that not every save removes a little. */
const targetFill = 0.9;

/**
 * Removes expired outputs, summaries and chats (003-overflow-6, retention), and the oldest
 * outputs if all records together exceed the size limit.
 */
export function prune(
  database: StoreDatabase,
  limits: PruneLimits,
  { now, problems }: { readonly now: number; readonly problems: Problems },
): Pruned {
  const before = liveBytesOf(database);
  let removed = 0;
  database.transaction(() => {
    removed = removeExpired(database, limits, now);
    removed += removeBeyond(database, limits.maxBytes(), problems);
    if (removed > 0) deleteEmptyConversations(database);
  });
  if (removed === 0) return { removed, files: [] };
  const after = liveBytesOf(database);
  const files = [...before].filter(([file, bytes]) => (after.get(file) ?? 0) < bytes);
  return { removed, files: files.map(([file]) => file) };
}

function removeExpired(database: StoreDatabase, limits: PruneLimits, now: number): number {
  const chatDays = limits.chatsRetentionDays();
  const times = {
    outputsBefore: now - limits.overflowRetentionDays() * dayMs,
    chatsBefore: chatDays === 0 ? undefined : now - chatDays * dayMs,
  };
  let removed = 0;
  for (const kind of recordKinds) removed += kind.expire?.(database, times) ?? 0;
  return removed;
}

function removeBeyond(database: StoreDatabase, maxBytes: number, problems: Problems): number {
  const bytes = sumOf(liveBytesOf(database).values());
  if (bytes <= maxBytes) return 0;
  const removed = database.run(deleteOldestOverflow, [bytes - maxBytes * targetFill]);
  const room = `${Math.round(maxBytes / 1024 / 1024)} MB`;
  if (removed > 0) {
    problems.report(
      `The oldest stored outputs were removed to keep the storage under ${room}. Increase gatehouse.storage.maxMegabytes to keep more.`,
    );
  }
  if (sumOf(liveBytesOf(database).values()) > maxBytes) {
    problems.report(
      `Chats exceed the storage limit of ${room}. None was removed: delete some, or increase gatehouse.storage.maxMegabytes.`,
    );
  }
  return removed;
}

/** Releases free pages when they exceed a quarter of the file. */
export function vacuum(database: StoreDatabase): void {
  const free = Number(database.rows('PRAGMA freelist_count')[0]?.freelist_count);
  const pages = Number(database.rows('PRAGMA page_count')[0]?.page_count);
  if (free * 4 > pages) database.run('VACUUM');
}
