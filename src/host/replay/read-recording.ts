import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { failure, fail, succeed, type Result } from '../../core/contracts/failure';
import { errnoOf } from '../../adapters/system/errno';

/** More than any recorded conversation. */
const maxBytes = 20_000_000;

/**
 * Reads the recorded conversation that `gatehouse.replay.file` names: an absolute path, because a
 * relative one would let the open workspace choose the file.
 */
export async function readRecording(file: string): Promise<Result<string>> {
  if (!path.isAbsolute(file)) return unreadable(file, 'its path is not absolute');
  try {
    const found = await stat(file);
    if (!found.isFile()) return unreadable(file, 'it is not a file');
    if (found.size > maxBytes) return unreadable(file, 'it is larger than 20 MB');
    return succeed(await readFile(file, 'utf8'));
  } catch (error) {
    return unreadable(file, reasonOf(error));
  }
}

function reasonOf(error: unknown): string {
  const code = errnoOf(error);
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EACCES' || code === 'EPERM') return 'you do not have permission to read it';
  return `it cannot be read (${code || 'unknown reason'})`;
}

function unreadable(file: string, reason: string): Result<string> {
  const remedy = 'Enter the absolute path of a recording in the setting gatehouse.replay.file.';
  return fail(
    failure(
      'unavailable',
      `The recorded conversation ${file} cannot be played: ${reason}. ${remedy}`,
      {
        category: 'permanent_failure',
        suggestion: remedy,
      },
    ),
  );
}
