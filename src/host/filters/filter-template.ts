import { readFile } from 'node:fs/promises';

/**
 * Content of a new `filters.toml`: the examples of `media/filters.toml`, none of them active, and
 * the names of the built-in rules.
 */
export async function filterTemplate(
  examplesFile: string,
  builtIn: readonly string[],
): Promise<string> {
  return (await readFile(examplesFile, 'utf8')) + wrapped(builtIn);
}

const width = 98;

/** Names as comment lines. */
function wrapped(names: readonly string[]): string {
  const lines: string[] = [];
  let line = '#';
  for (const [at, name] of names.entries()) {
    const text = ` ${name}${at === names.length - 1 ? '' : ','}`;
    if (line.length + text.length > width) {
      lines.push(line);
      line = '#';
    }
    line += text;
  }
  return [...lines, line, ''].join('\n');
}
