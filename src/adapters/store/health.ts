import * as z from 'zod';
import { succeed, type Result } from '../../core/contracts/failure';
import type { StoreHealth } from '../../core/contracts/store-health';
import { parseAuditName } from './audit/log/files';
import type { StoreDatabase } from './database/database';
import { sizeOf } from '../system/whole-file';
import type { StoreFolder } from './disk/file-names';
import { databaseName, inFolder, isSetAside, segmentIdOf } from './disk/file-names';
import type { FolderContext } from './session/open-folder';
import { liveBytesOf, sumOf } from './index/record-kinds';
import type { SessionQueue, StoreSession } from './session/session';

type HealthContext = Pick<FolderContext, 'disk' | 'folder' | 'clock' | 'problems'>;

const countSchema = z.tuple([z.object({ count: z.number() })]);

/** The state of the store (`Gatehouse: Doctor`). */
export function storeHealth(
  queue: SessionQueue,
  context: HealthContext,
): Promise<Result<StoreHealth>> {
  return queue.run('check the storage', async (session) => succeed(await look(context, session)));
}

async function look(
  context: HealthContext,
  { folder: opened, view }: StoreSession,
): Promise<StoreHealth> {
  const { disk, folder, problems } = context;
  const rows = await view.query((database) => ({
    conversations: count(database, 'conversations WHERE created_at IS NOT NULL'),
    outputs: count(database, 'tool_overflow'),
    entries: count(database, 'audit'),
    live: liveBytesOf(database),
  }));
  const names = await disk.names(folder);
  const segments = names.filter((name) => segmentIdOf(name) !== undefined);
  const audits = names.filter((name) => parseAuditName(name) !== undefined);
  const live = segments.map((name) => rows.live.get(segmentIdOf(name) ?? '') ?? 0);
  const readOnly = view.readOnly();
  const ownerPid = await opened.lock.mainPid();
  const { lock, journal } = opened;
  return {
    role: lock.role,
    ...(readOnly !== undefined && { readOnly }),
    lock: {
      ...(ownerPid !== undefined && { ownerPid }),
      windows: (await lock.others()).size + 1,
    },
    database: await databaseOf(context, names),
    journal: { bytes: journal.flushedSize(), records: journal.records() },
    segments: {
      count: segments.length,
      bytes: await totalSize(context, segments),
      liveBytes: sumOf(live),
    },
    audit: {
      files: audits.length,
      bytes: await totalSize(context, audits),
      entries: rows.entries,
    },
    conversations: rows.conversations,
    outputs: rows.outputs,
    droppedBytes: problems.droppedBytes(),
    setAside: names.filter(isSetAside).sort(),
  };
}

function count(database: StoreDatabase, from: string): number {
  const [row] = countSchema.parse(database.rows(`SELECT count(*) AS count FROM ${from}`));
  return row.count;
}

async function databaseOf(
  { disk, folder }: HealthContext,
  names: readonly string[],
): Promise<StoreHealth['database']> {
  if (!names.includes(databaseName)) return { bytes: 0 };
  const path = inFolder(folder, databaseName);
  return { bytes: await sizeOf(disk, path), savedAt: await disk.modifiedAt(path) };
}

async function totalSize({ disk, folder }: StoreFolder, names: readonly string[]): Promise<number> {
  return sumOf(await Promise.all(names.map((name) => sizeOf(disk, inFolder(folder, name)))));
}
