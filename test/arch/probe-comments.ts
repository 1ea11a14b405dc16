import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Broken code that proves that a rule bites; sound code that proves that it is not blind. */
export const probesFolder = path.resolve('test/arch/probes');

/**
 * What the probes of a folder say of themselves: one `<file>: <what>` for each leading
 * `// breaks: <what>`, sorted.
 */
export function expectedBreaks(folder: string): string[] {
  return probeFiles(folder)
    .flatMap((file) => {
      const text = readFileSync(path.join(folder, file), 'utf8');
      return [...text.matchAll(/^\/\/ breaks: (.+)$/gm)].map(
        (match) => `${file}: ${match[1] ?? ''}`,
      );
    })
    .sort();
}

/** Paths relative to `folder`, with slashes. */
export function probeFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => file.replaceAll(path.sep, '/'))
    .sort();
}
