import * as z from 'zod';
import type { FileEntry } from '../../ports/files';

/** What kind of entry a tool has acted on. */
export const kindSchema = z.enum(['dir', 'file', 'symlink', 'other']);

/** What stands before the path of an entry in a sentence: nothing for a file. */
export function entryName(kind: FileEntry['kind']): string {
  if (kind === 'dir') return 'the folder ';
  return kind === 'symlink' ? 'the link ' : '';
}

/** `1 file`, `12 files`. */
export function countOf(count: number, thing: string): string {
  return `${String(count)} ${thing}${count === 1 ? '' : 's'}`;
}
