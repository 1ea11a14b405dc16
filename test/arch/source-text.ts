import { readFileSync } from 'node:fs';
import path from 'node:path';
import { probeFiles } from './probe-comments';

/** In a mutated bundle: what a file holds in place of what is on disk, by its path from the root. */
declare const mutatedSources: Readonly<Record<string, string>> | undefined;

const changed = typeof mutatedSources === 'undefined' ? {} : mutatedSources;

/** Source as scans see it: a mutation of a scanned file must not be seen by the bundler alone. */
export function readSource(file: string): string {
  return changed[file] ?? readFileSync(file, 'utf8');
}

/** TypeScript files below a folder, by their path from the root, with slashes. */
export function sourceFiles(folder: string): readonly string[] {
  return probeFiles(folder).map((file) => path.posix.join(folder, file));
}
