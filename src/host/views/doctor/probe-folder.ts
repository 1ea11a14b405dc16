import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Writes and removes a small file; answers why that did not work, or undefined. */
export async function probeFolder(folder: string): Promise<string | undefined> {
  const file = path.join(folder, `.doctor-${String(process.pid)}`);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(file, 'Gatehouse looks whether it can write here.');
    await rm(file);
    return undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return `${folder} cannot be written (${typeof code === 'string' ? code : 'unknown reason'})`;
  }
}
