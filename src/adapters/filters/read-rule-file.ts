import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { say, type Sentence } from '../../core/base/sentence';
import { saidOf } from '../../core/contracts/failure';
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
  | { readonly kind: 'unreadable'; readonly why: Sentence };

/** Reads a `filters.toml` or the like. Never rejects, and never blocks on a pipe or device. */
export async function readRuleFile(file: string, maxBytes = maxFileBytes): Promise<RuleFileText> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const found = await handle.stat();
    if (!found.isFile()) return unreadable(say`it is not a file`);
    if (found.size > maxBytes) return { kind: 'too-large' };
    return decoded(await handle.readFile(), maxBytes);
  } catch (error) {
    if (isAbsence(errnoOf(error))) return { kind: 'absent' };
    return unreadable(saidOf(errnoFailure(error, file)));
  } finally {
    await handle?.close();
  }
}

function decoded(bytes: Uint8Array, maxBytes: number): RuleFileText {
  if (bytes.length > maxBytes) return { kind: 'too-large' };
  try {
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    // The decoder gives no details.
    return unreadable(say`it is not UTF-8 text`);
  }
}

function isAbsence(code: string): boolean {
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function unreadable(why: Sentence): RuleFileText {
  return { kind: 'unreadable', why };
}
