import { mkdirSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SecretStore } from '../../../src/host/secrets/api-keys';

/** A secret store in files, shared by processes; a crash leaves the old value or the new one. */
export function createFileSecrets(folder: string): Pick<SecretStore, 'get' | 'store'> {
  mkdirSync(folder, { recursive: true });
  return {
    get: (name) => readFile(path.join(folder, name), 'utf8').catch(() => undefined),
    store: async (name, value) => {
      const next = path.join(folder, `${name}.${String(process.pid)}`);
      await writeFile(next, value);
      await rename(next, path.join(folder, name));
    },
  };
}
