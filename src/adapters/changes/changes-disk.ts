import { rm } from 'node:fs/promises';
import { nodeDisk, type Disk } from '../store/disk';

/** The file system calls of the way back, so that tests can make each of them fail. */
export interface ChangeLogDisk extends Disk {
  /** With everything in it; does nothing when it is not there. */
  removeFolder(folder: string): Promise<void>;
}

export const nodeChangeLogDisk: ChangeLogDisk = {
  ...nodeDisk,
  removeFolder: (folder) => rm(folder, { recursive: true, force: true }),
};
