import { failure, fail, succeed, type Result } from '../../core/contracts/failure';
import {
  databaseName,
  inFolder,
  isSaveRequest,
  isSetAside,
  segmentIdOf,
  journalTokenOf,
} from './disk/file-names';
import type { FolderContext } from './session/open-folder';
import type { SessionQueue } from './session/session';

const otherWindow = failure('unavailable', 'Another window uses the same storage.', {
  suggestion: 'Close the other windows of this workspace, then try again.',
});

/**
 * Removes everything the store keeps in its folder, including the audit log and files set aside.
 * The folder stays open. Refused while another window is writing there: its files would remain.
 */
export function eraseStore(
  queue: SessionQueue,
  { folder }: Pick<FolderContext, 'folder'>,
): Promise<Result<void>> {
  return queue.runExclusively('delete the stored data', async ({ folder: opened, view }) => {
    const { lock, disk, journal, audit } = opened;
    if (lock.role !== 'main' || (await lock.others()).size > 0) return fail(otherWindow);
    await view.startOver(async () => {
      // First the file that names all others.
      await disk.remove(inFolder(folder, databaseName));
      for (const name of await disk.names(folder)) {
        if (isOurs(name)) await disk.remove(inFolder(folder, name));
      }
      await journal.startOver();
      await audit.erase();
      await disk.flushPath(folder);
    });
    return succeed(undefined);
  });
}

function isOurs(name: string): boolean {
  return (
    isSetAside(name) ||
    isSaveRequest(name) ||
    segmentIdOf(name) !== undefined ||
    journalTokenOf(name) !== undefined
  );
}
