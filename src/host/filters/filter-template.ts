import { readFile } from 'node:fs/promises';
import { wordLines } from '../../core/base/wording';

const width = 96;

/**
 * Content of a new `filters.toml`: the examples of `media/filters.toml`, none of them active, and
 * the names of the built-in rules.
 */
export async function filterTemplate(
  examplesFile: string,
  builtIn: readonly string[],
): Promise<string> {
  const names = wordLines(builtIn.join(', '), width).map((line) => `# ${line}\n`);
  return (await readFile(examplesFile, 'utf8')) + names.join('');
}
