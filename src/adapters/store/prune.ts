import type { StoreDatabase } from './database';
import type { Problems } from './problems';
import {
  deleteEmptyConversations,
  deleteOldOverflow,
  deleteOldSummaries,
  deleteOverflowBeyond,
} from './schema';

/** The database is held in memory, so the texts in it may take only so much. */
const maxStoredBytes = 128 * 1024 * 1024;

/**
 * Removes texts and summaries that are past their time (003 Output Overflow, retention) and the oldest beyond the
 * room there is. Answers how many rows went.
 */
export function prune(database: StoreDatabase, expiredBefore: number, problems: Problems): number {
  let expired = 0;
  let beyond = 0;
  database.transaction(() => {
    expired = database.run(deleteOldOverflow, [expiredBefore]);
    expired += database.run(deleteOldSummaries, [expiredBefore]);
    beyond = database.run(deleteOverflowBeyond, [maxStoredBytes]);
    if (expired + beyond > 0) database.run(deleteEmptyConversations);
  });
  if (beyond > 0) {
    problems.report(
      `The ${beyond} oldest stored outputs were removed to keep the storage under 128 MB. Set gatehouse.overflow.retentionDays lower to keep fewer.`,
    );
  }
  return expired + beyond;
}

/** Gives free pages back when they are more than a quarter of the file. */
export function compact(database: StoreDatabase): void {
  const free = Number(database.rows('PRAGMA freelist_count')[0]?.freelist_count);
  const pages = Number(database.rows('PRAGMA page_count')[0]?.page_count);
  if (free * 4 > pages) database.run('VACUUM');
}
