import { randomUUID } from 'node:crypto';
import type { Ids } from '../../core/ports/ids';

/** Version 4 UUIDs from the system's random source. */
export const systemIds: Ids = { uuid: () => randomUUID() };
