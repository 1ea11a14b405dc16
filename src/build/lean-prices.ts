import { readFileSync } from 'node:fs';

/** The part of an esbuild build that is used here. */
interface Build {
  onLoad(
    options: { readonly filter: RegExp },
    load: (file: { readonly path: string }) => { readonly contents: string },
  ): void;
}

/** Sentences about models and prices, which nothing here shows: a fifth of the package. */
const sentences =
  /,\s*(?:description|price_comments):\s*(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)/gs;

/** The names of providers and models after their ids: only ids are looked up. */
const names = /(\bid:\s*"[^"]*"),\s*name:\s*"(?:[^"\\]|\\.)*"/g;

/** The data of `@pydantic/genai-prices` without what nothing here reads. */
export const leanPrices = {
  name: 'lean-prices',
  setup: (build: Build): void => {
    build.onLoad({ filter: /genai-prices[\\/]dist[\\/]index[.]c?js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(sentences, '').replace(names, '$1'),
    }));
  },
};
