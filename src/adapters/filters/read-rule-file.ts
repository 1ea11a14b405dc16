import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { errnoFailure } from '../files/errno-failure';
import { errnoOf } from '../system/errno';

/** A larger `filters.toml` is not read (003-safety-1). */
const maxFileBytes = 1024 * 1024;

/** The text of a rule file, or why it cannot be read. */
export type RuleFileText =
  | { readonly kind: 'absent' }
  | { readonly kind: 'text'; readonly text: string }
  /** It is refused as a whole. */
  | { readonly kind: 'too-large' }
  /** What it holds is not known. */
  | { readonly kind: 'unreadable'; readonly why: string };

/** Reads a `filters.toml`. Never rejects, and never blocks on a pipe or device. */
export async function readRuleFile(file: string): Promise<RuleFileText> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const found = await handle.stat();
    if (!found.isFile()) return unreadable('it is not a file');
    if (found.size > maxFileBytes) return { kind: 'too-large' };
    return decoded(await handle.readFile());
  } catch (error) {
    if (isAbsence(errnoOf(error))) return { kind: 'absent' };
    return unreadable(errnoFailure(error, file).message);
  } finally {
    await handle?.close();
  }
}

function decoded(bytes: Uint8Array): RuleFileText {
  if (bytes.length > maxFileBytes) return { kind: 'too-large' };
  try {
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    // The decoder gives no details.
    return unreadable('it is not UTF-8 text');
  }
}

function isAbsence(code: string): boolean {
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function unreadable(why: string): RuleFileText {
  return { kind: 'unreadable', why };
}
