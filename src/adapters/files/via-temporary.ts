import { randomBytes } from 'node:crypto';
import type { Failure } from '../../core/contracts/failure';
import { cleanUp, type DiskAccess } from './disk';
import type { Folder } from './folder';

/** A name that nobody else has. */
export function temporaryName(): string {
  return `.gatehouse-${randomBytes(6).toString('hex')}.tmp`;
}

/**
 * Makes something whole under a temporary name, and lets it take its place by a rename. When either
 * step fails or refuses, what was made is removed again.
 */
export async function viaTemporary(
  disk: DiskAccess,
  folder: Folder,
  make: (temporary: string) => Promise<Failure | undefined>,
  place: (temporary: string) => Promise<Failure | undefined>,
): Promise<Failure | undefined> {
  const temporary = temporaryName();
  let isPlaced = false;
  try {
    const refused = (await make(temporary)) ?? (await place(temporary));
    isPlaced = refused === undefined;
    return refused;
  } finally {
    if (!isPlaced) await cleanUp(disk, folder, temporary);
  }
}
