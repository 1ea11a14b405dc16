import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { isMissing } from '../../../adapters/system/errno';

/** A file of a storage folder, or a subfolder with its content. */
export interface StorageItem {
  /** A folder ends in `/`. */
  readonly name: string;
  readonly files: number;
  readonly bytes: number;
}

/**
 * The content of a storage folder, by name; empty when it does not exist. Rejects on other errors.
 */
export async function storageItems(folder: string): Promise<readonly StorageItem[]> {
  const items: StorageItem[] = [];
  for (const entry of await entriesOf(folder)) {
    const file = path.join(folder, entry.name);
    const name = entry.isDirectory() ? `${entry.name}/` : entry.name;
    items.push({ name, ...(entry.isDirectory() ? await totalOf(file) : await sizeOf(file)) });
  }
  return items.sort((a, b) => a.name.localeCompare(b.name));
}

async function totalOf(folder: string): Promise<Omit<StorageItem, 'name'>> {
  let files = 0;
  let bytes = 0;
  for (const entry of await entriesOf(folder)) {
    const inside = path.join(folder, entry.name);
    const one = entry.isDirectory() ? await totalOf(inside) : await sizeOf(inside);
    files += one.files;
    bytes += one.bytes;
  }
  return { files, bytes };
}

async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** A file deleted meanwhile has no size. */
async function sizeOf(file: string): Promise<Omit<StorageItem, 'name'>> {
  try {
    return { files: 1, bytes: (await stat(file)).size };
  } catch (error) {
    if (isMissing(error)) return { files: 0, bytes: 0 };
    throw error;
  }
}
