import { existsSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

export function repositoryRoot(): string {
  let folder = __dirname;
  while (!existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder);
  return folder;
}

/** Bundles the program of the store's thread; the caller removes the file. */
export async function buildWorker(outfile: string): Promise<void> {
  await build({
    absWorkingDir: repositoryRoot(),
    entryPoints: ['src/store-worker.ts'],
    bundle: true,
    platform: 'node',
    external: ['sql.js'],
    outfile,
    minify: true,
    logLevel: 'error',
  });
}
