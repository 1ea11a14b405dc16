import { readFileSync } from 'node:fs';
import path from 'node:path';
import { probeFiles } from './probe-comments';

/** In a mutated bundle: replaced file contents by path from the root. */
declare const mutatedSources: Readonly<Record<string, string>> | undefined;

const changed = typeof mutatedSources === 'undefined' ? {} : mutatedSources;

/** The source for scans, including mutations, which otherwise only the bundler sees. */
export function readSource(file: string): string {
  return changed[file] ?? readFileSync(file, 'utf8');
}

/** TypeScript files below a folder, by path from the root, with slashes. */
export function sourceFiles(folder: string): readonly string[] {
  return probeFiles(folder).map((file) => path.posix.join(folder, file));
}
