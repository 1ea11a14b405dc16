import { createHash, randomUUID } from 'node:crypto';
import type { Ids, Random } from '../../core/ports/system';

/** Version 4 UUIDs from the system's random source. */
export const systemIds: Ids = { uuid: () => randomUUID() };

/** SHA-256 in hex. */
export function systemDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** For jitter, never for secrets. */
export const systemRandom: Random = { next: () => Math.random() };
