import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { ifMissing } from '../../../adapters/system/errno';

export interface StorageItem {
  /** A folder ends in `/`. */
  readonly name: string;
  readonly files: number;
  readonly bytes: number;
}

/** By name; empty when there is no such folder. Rejects on other errors. */
export async function storageItems(folder: string): Promise<readonly StorageItem[]> {
  const items: StorageItem[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(ifMissing([]))) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      items.push({ ...sumOf(await storageItems(file)), name: `${entry.name}/` });
    } else items.push({ name: entry.name, files: 1, bytes: await sizeOf(file) });
  }
  return items.sort((a, b) => a.name.localeCompare(b.name));
}

export function sumOf(items: readonly StorageItem[]): Omit<StorageItem, 'name'> {
  return {
    files: items.reduce((sum, { files }) => sum + files, 0),
    bytes: items.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** A file deleted meanwhile has no size. */
async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(ifMissing({ size: 0 }))).size;
}
