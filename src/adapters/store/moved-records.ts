import { errorCodeOf } from './disk-failure';
import type { DiskFile } from './disk';
import { findStart } from './journal-reader';
import { journalName } from './names';

/** Thrown when a file of records is no longer where it was: another window has moved it. */
export class MovedRecords extends Error {}

/** True for what is well again once the folder is listed anew. */
export function isMoved(error: unknown): boolean {
  return error instanceof MovedRecords || errorCodeOf(error) === 'ENOENT';
}

/** The main journal keeps its name when it is sealed and another one begins; its id tells. */
export async function checkIdentity(
  file: DiskFile,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  if (name !== journalName) return;
  const start = await findStart(file);
  if (start !== undefined && journalIdOf(start.seq) !== id) {
    throw new MovedRecords(`The records ${id} are in another file now.`);
  }
}

/** Of a main journal, by the number before its first record. */
export function journalIdOf(seqBefore: number): string {
  return String(seqBefore + 1);
}
