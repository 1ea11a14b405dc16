import { succeed } from '../../../src/core/contracts/failure';
import type { Snapshots } from '../../../src/core/ports/snapshots';

/** Finds nothing to copy, whatever the command. */
export const noSnapshots: Snapshots = { take: () => Promise.resolve(succeed(undefined)) };
