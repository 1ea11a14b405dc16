import { readFileSync } from 'node:fs';

/** The part of an esbuild build that is used here. */
interface Build {
  onLoad(
    options: { readonly filter: RegExp },
    load: (file: { readonly path: string }) => { readonly contents: string },
  ): void;
}

const table = 'import { decodeHTMLStrict } from "entities";';

/**
 * A page knows the names of HTML entities itself. It also decodes the beginning of a longer name, as
 * in `&copying;`, which then still ends with the semicolon.
 */
const ofPage = `
const decodeHTMLStrict = (reference) => {
  const field = document.createElement('textarea');
  field.innerHTML = reference;
  const text = field.value;
  return text.endsWith(';') && reference !== '&semi;' ? reference : text;
};`;

/** `markdown-it` without its table of HTML entities, a twelfth of the panel. */
export const leanMarkdown = {
  name: 'lean-markdown',
  setup: (build: Build): void => {
    build.onLoad({ filter: /markdown-it[\\/]dist[\\/]markdown-it[.]mjs$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      if (!source.includes(table)) throw new Error(`${path} does not import: ${table}`);
      return { contents: source.replace(table, () => ofPage) };
    });
  },
};
