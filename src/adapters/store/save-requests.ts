import type { Ids } from '../../core/ports/ids';
import type { Disk } from './disk';
import { errorCodeOf } from './disk-failure';
import { inFolder, isSaveRequest, saveRequestName } from './names';

/** Files by which a second window asks the main one to save, so that deleted text leaves the disk. */
export interface SaveRequests {
  ask(): Promise<void>;
  list(): Promise<readonly string[]>;
  /** To be told of those that were listed before a save which has come to its end. */
  served(names: readonly string[]): Promise<void>;
}

export interface SaveRequestsContext {
  readonly disk: Disk;
  readonly folder: string;
  readonly ids: Ids;
}

export function createSaveRequests({ disk, folder, ids }: SaveRequestsContext): SaveRequests {
  return {
    ask: async () => {
      const file = await disk.open(inFolder(folder, saveRequestName(ids.uuid())), 'create');
      await file.close();
      await disk.flushFolder(folder);
    },
    list: async () => (await disk.names(folder)).filter(isSaveRequest),
    served: async (names) => {
      for (const name of names) {
        try {
          await disk.remove(inFolder(folder, name));
        } catch (error) {
          if (errorCodeOf(error) !== 'ENOENT') throw error;
        }
      }
    },
  };
}
