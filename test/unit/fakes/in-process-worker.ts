import type { SqlJsStatic } from 'sql.js';
import { FolderEngine } from '../../../src/adapters/store/worker/folder-engine';
import type { OpenWorker } from '../../../src/adapters/store/channel/protocol';
import { nodeDisk } from '../../../src/adapters/system/node-disk';
import type { Disk } from '../../../src/adapters/system/disk';

/** The worker's program in this thread, on a disk of the test. */
export function inProcessWorker(
  openDatabase: () => Promise<SqlJsStatic>,
  disk: Disk = nodeDisk,
): OpenWorker {
  return (folder, events) => {
    const engine = new FolderEngine({ disk, openDatabase }, folder, events);
    return {
      ask: (name, request, context) => engine.answer(name, request, context),
      close: () => engine.close(),
    };
  };
}
