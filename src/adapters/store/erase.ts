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
 * Removes all that the store keeps in its folder, the audit log included, and what was set aside.
 * The folder stays open. Refused while another window writes there: what that one holds would stay.
 */
export function eraseStore(
  runner: SessionQueue,
  { folder }: Pick<FolderContext, 'folder'>,
): Promise<Result<void>> {
  return runner.runExclusively('delete the stored data', async ({ folder: opened, view }) => {
    const { lock, disk, journal, audit } = opened;
    if (lock.role !== 'main' || (await lock.others()).size > 0) return fail(otherWindow);
    await view.startOver(async () => {
      // First what names all others.
      await disk.remove(inFolder(folder, databaseName));
      for (const name of await disk.names(folder)) {
        if (isOurs(name)) await disk.remove(inFolder(folder, name));
      }
      await journal.startOver();
      await audit.erase();
      await disk.flushFolder(folder);
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
