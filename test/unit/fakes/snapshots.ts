import { succeed } from '../../../src/core/contracts/failure';
import type { Snapshots } from '../../../src/core/ports/snapshots';

/** Never copies anything. */
export const noSnapshots: Snapshots = { take: () => Promise.resolve(succeed(undefined)) };
