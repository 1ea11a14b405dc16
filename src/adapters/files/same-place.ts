import { realpath } from 'node:fs/promises';

/** True when no link has been put into a canonical path since. Some disks respell Unicode names. */
export async function isStillCanonical(real: string): Promise<boolean> {
  return (await realpath(real)).normalize() === real.normalize();
}
