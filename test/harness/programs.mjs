// @ts-check
/** Finds programs. */
import { access, constants } from 'node:fs/promises';
import path from 'node:path';

/**
 * @param {string} file
 * @returns {Promise<boolean>}
 */
export async function isExecutable(file) {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/**
 * @param {string} name
 * @param {string} [searchPath]
 * @returns {Promise<string | undefined>} the first such program on the search path
 */
export async function which(name, searchPath = process.env['PATH'] ?? '') {
  for (const folder of searchPath.split(path.delimiter)) {
    const file = path.join(folder, name);
    if (folder && (await isExecutable(file))) return file;
  }
  return undefined;
}
