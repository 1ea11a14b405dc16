import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import type { Result } from '../../../core/contracts/result';

/**
 * Writes a file that is there whole or not at all: what the writing leaves behind when it fails is
 * removed, and a file that was there before stays as it was. Rejects as the disk does.
 */
export async function writeWhole<T>(
  file: string,
  produce: (write: (text: string) => Promise<void>) => Promise<Result<T>>,
): Promise<Result<T>> {
  const partial = `${file}.${randomUUID()}.partial`;
  try {
    const handle = await open(partial, 'wx');
    let result: Result<T>;
    try {
      result = await produce((text) => handle.appendFile(text));
      if (result.ok) await handle.sync();
    } finally {
      await handle.close();
    }
    if (result.ok) await rename(partial, file);
    return result;
  } finally {
    await rm(partial, { force: true });
  }
}
