import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Broken code proves that a rule works; valid code proves that it does not report everything. */
export const probesFolder = path.resolve('test/arch/probes');

/**
 * The expected reports of a folder's probes: `<file>: <what>` for each leading `// breaks: <what>`,
 * sorted.
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
