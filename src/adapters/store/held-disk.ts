import type { Disk, DiskFile } from './disk';
import { lostLock } from './lost-lock';

/**
 * A disk that changes nothing once others may have taken this window for dead: what it was about to
 * write, cut off or rename when it fell asleep is by now the work of another one. Reading goes on.
 */
export function fencedDisk(disk: Disk, isHeld: () => boolean): Disk {
  async function whileHeld<T>(change: () => Promise<T>): Promise<T> {
    if (!isHeld()) throw lostLock();
    return change();
  }

  const heldFile = (file: DiskFile): DiskFile => ({
    ...file,
    write: (bytes, position) => whileHeld(() => file.write(bytes, position)),
    truncate: (size) => whileHeld(() => file.truncate(size)),
  });

  return {
    ...disk,
    open: async (path, mode) =>
      mode === 'read'
        ? disk.open(path, mode)
        : heldFile(await whileHeld(() => disk.open(path, mode))),
    rename: (from, to) => whileHeld(() => disk.rename(from, to)),
    copy: (from, to) => whileHeld(() => disk.copy(from, to)),
    remove: (path) => whileHeld(() => disk.remove(path)),
  };
}
