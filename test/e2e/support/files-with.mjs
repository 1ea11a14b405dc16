// @ts-check
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

/**
 * @param {string} folder
 * @param {string} text
 * @returns {Promise<string[]>} files in it that contain the text
 */
export async function filesWith(folder, text) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const found = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      // A temporary file may be gone by now.
      const bytes = await readFile(file).catch(() => Buffer.alloc(0));
      return bytes.includes(text) ? [file] : [];
    }),
  );
  return found.flat();
}
