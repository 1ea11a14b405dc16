import type { Files } from '../../ports/files';

/** Whether something stands where a file is to be put; told to the reader, decides nothing. */
export async function pathExists(files: Files, path: string): Promise<boolean> {
  const resolved = await files.resolve(path, { use: 'entry' });
  return resolved.ok && resolved.value.exists;
}
