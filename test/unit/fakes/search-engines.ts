import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { locateRipgrep } from '../../../src/adapters/search/locate-ripgrep';

/** The bundle of the search worker, as the product ships it, in a folder of its own. */
export interface BuiltWorker {
  readonly workerPath: string;
  dispose(): void;
}

export async function buildSearchWorker(): Promise<BuiltWorker> {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-worker-'));
  const workerPath = path.join(folder, 'search-worker.js');
  await esbuild.build({
    entryPoints: ['src/adapters/search/search-worker.ts'],
    outfile: workerPath,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'silent',
  });
  return { workerPath, dispose: () => rmSync(folder, { recursive: true, force: true }) };
}

/** VS Code's ripgrep in the server that the harness keeps, if it has been fetched. */
export function installedRipgrep(): string | undefined {
  const cache = path.join(homedir(), '.cache', 'gatehouse');
  const servers = existsSync(cache) ? readdirSync(cache) : [];
  return servers
    .map((name) => path.join(cache, name, 'node_modules/code-server/lib/vscode'))
    .map((appRoot) => locateRipgrep(appRoot, process, existsSync))
    .find((program) => program !== undefined);
}
