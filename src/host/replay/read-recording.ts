import { say } from '../../core/base/sentence';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { failure, fail, succeed, type Result } from '../../core/contracts/failure';
import { errnoOf } from '../../adapters/system/errno';
import { t } from '../window/language';

/** More than any recorded conversation. */
const maxBytes = 20_000_000;

/**
 * Reads the recorded conversation that `gatehouse.replay.file` names: an absolute path, because a
 * relative one would let the open workspace choose the file.
 */
export async function readRecording(file: string): Promise<Result<string>> {
  if (!path.isAbsolute(file)) return unreadable(file, t('its path is not absolute'));
  try {
    const found = await stat(file);
    if (!found.isFile()) return unreadable(file, t('it is not a file'));
    if (found.size > maxBytes) return unreadable(file, t('it is larger than 20 MB'));
    return succeed(await readFile(file, 'utf8'));
  } catch (error) {
    return unreadable(file, reasonOf(error));
  }
}

function reasonOf(error: unknown): string {
  const code = errnoOf(error);
  if (code === 'ENOENT') return t('there is no such file');
  if (code === 'EACCES' || code === 'EPERM') return t('you do not have permission to read it');
  return t('it cannot be read ({0})', code || t('unknown reason'));
}

function unreadable(file: string, reason: string): Result<string> {
  const remedy = t('Enter the absolute path of a recording in the setting gatehouse.replay.file.');
  return fail(
    failure(
      'unavailable',
      t('The recorded conversation {0} cannot be played: {1}. {2}', file, reason, remedy),
      {
        category: 'permanent_failure',
        suggestion: say`Enter the absolute path of a recording in the setting gatehouse.replay.file.`,
      },
    ),
  );
}
