import { succeed } from '../../../src/core/contracts/failure';
import type { ProtectedFiles, Snapshots } from '../../../src/core/ports/snapshots';

/** Never copies anything. */
export const noSnapshots: Snapshots = { take: () => Promise.resolve(succeed(undefined)) };

/** Never sees a change. */
export const unwatchedFiles: ProtectedFiles = {
  watch: () => Promise.resolve({ look: () => Promise.resolve([]), end: () => Promise.resolve([]) }),
};
