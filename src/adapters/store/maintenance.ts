import { say } from '../../core/base/sentence';
import { failure, fail, succeed, type Result } from '../../core/contracts/failure';
import type { StoreHealth } from '../../core/contracts/store-health';
import { ifMissing } from '../system/errno';
import { parseAuditName } from './audit/log/audit-names';
import {
  auditDatabaseNumber,
  chatsFolder,
  databaseName,
  deletedName,
  inFolder,
  isOldJournal,
  isSaveRequest,
  isSetAside,
  parseJournalName,
  spoolToken,
  type StoreFolder,
} from './disk/file-names';
import type { Session, SessionContext } from './session/session';
import type { SessionQueue } from './session/session-queue';

type HealthContext = Pick<SessionContext, 'disk' | 'folder' | 'problems'>;

/** The state of the store (`Gatehouse: Check Setup`). */
export function storeHealth(
  queue: SessionQueue,
  context: HealthContext,
): Promise<Result<StoreHealth>> {
  return queue.run(say`Could not check the storage`, async (session) =>
    succeed(await look(context, session)),
  );
}

async function look(context: HealthContext, session: Session): Promise<StoreHealth> {
  const { disk, folder, problems } = context;
  const { lock, journal } = session;
  const counts = await session.ask('count', null);
  const { readOnly } = await session.ask('catchUp', null);
  const names = await disk.names(folder);
  const inChats = await disk.names(inFolder(folder, chatsFolder)).catch(ifMissing([]));
  const sizeOf = async (isWanted: (name: string) => boolean) => {
    const entries = names.filter(isWanted).map((name) => disk.entry(inFolder(folder, name)));
    const sizes = (await Promise.all(entries)).map((entry) => entry?.size ?? 0);
    return sizes.reduce((sum, size) => sum + size, 0);
  };
  const saved = await disk.entry(inFolder(folder, databaseName));
  const ownerPid = await lock.mainPid();
  const isAudit = (name: string) => parseAuditName(name) !== undefined;
  const isDatabase = (name: string) =>
    name === databaseName || auditDatabaseNumber(name) !== undefined;
  return {
    role: lock.role,
    ...(readOnly !== undefined && { readOnly }),
    lock: {
      ...(ownerPid !== undefined && { ownerPid }),
      windows: (await lock.others()).size + 1,
    },
    database: { bytes: await sizeOf(isDatabase), ...(saved && { savedAt: saved.changedAt }) },
    journal: { bytes: journal.current().end, records: journal.records() },
    chats: { files: counts.files, bytes: counts.bytes },
    audit: {
      files: names.filter(isAudit).length,
      bytes: await sizeOf(isAudit),
      entries: counts.entries,
    },
    conversations: counts.conversations,
    outputs: counts.outputs,
    droppedBytes: problems.droppedBytes(),
    setAside: [...names, ...inChats].filter(isSetAside).sort(),
  };
}

const otherWindow = failure('unavailable', say`Another window uses the same storage.`, {
  suggestion: say`Close the other windows of this workspace, then try again.`,
});

/**
 * Removes everything the store keeps in its folder, including the audit log and files set aside.
 * The folder stays open. Refused while another window is writing there: its files would remain.
 */
export function eraseStore(
  queue: SessionQueue,
  { folder }: Pick<StoreFolder, 'folder'>,
): Promise<Result<void>> {
  return queue.runExclusively(say`Could not delete the stored data`, async (session) => {
    const { lock, disk, journal, audit } = session;
    if (lock.role !== 'main' || (await lock.others()).size > 0) return fail(otherWindow);
    if (session.isLoaded()) await session.ask('forget', null);
    await journal.rotate();
    // First the file that names all others.
    await disk.remove(inFolder(folder, databaseName));
    await disk.removeTree(inFolder(folder, chatsFolder));
    for (const name of await disk.names(folder)) {
      if (isOurs(name)) await disk.remove(inFolder(folder, name));
    }
    await audit.erase();
    await disk.flushPath(folder);
    return succeed(undefined);
  });
}

function isOurs(name: string): boolean {
  return (
    name === deletedName ||
    isSetAside(name) ||
    isSaveRequest(name) ||
    isOldJournal(name) ||
    parseJournalName(name) !== undefined ||
    spoolToken(name) !== undefined ||
    auditDatabaseNumber(name) !== undefined
  );
}
