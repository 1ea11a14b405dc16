import { readFileSync } from 'node:fs';
import * as vm from 'node:vm';
import { brotliCompressSync } from 'node:zlib';

/** The part of an esbuild build that is used here. */
interface Build {
  onLoad(
    options: { readonly filter: RegExp },
    load: (file: { readonly path: string }) => { readonly contents: string },
  ): void;
}

/** What nothing here reads: sentences for people, and the names next to the ids. */
const unread: ReadonlySet<string> = new Set(['description', 'price_comments', 'name']);

/** The literal that the package's file begins with: all its data. */
const literal = /^(const \w+ = )(\[\n.*?\n\])(?=[,;])/s;

/**
 * The data of `@pydantic/genai-prices` without what is not read, compressed: it is parsed once, with
 * the first model of a server. Throws when the package's file no longer begins with its data.
 */
function leanData(code: string): string {
  const found = literal.exec(code);
  if (found === null) throw new Error('The data of @pydantic/genai-prices is not where it was.');
  const [whole, begin, data] = found;
  const read: unknown = vm.runInNewContext(`(${String(data)})`);
  const json = JSON.stringify(read, (key, value: unknown) => (unread.has(key) ? undefined : value));
  const packed = brotliCompressSync(json).toString('base64');
  const unpack = `JSON.parse(unpackData(Buffer.from('${packed}', 'base64')).toString())`;
  const imported = "import { brotliDecompressSync as unpackData } from 'node:zlib';";
  return `${imported}\n${String(begin)}${unpack}${code.slice(whole.length)}`;
}

export const leanPrices = {
  name: 'lean-prices',
  setup: (build: Build): void => {
    build.onLoad({ filter: /genai-prices[\\/]dist[\\/]index[.]js$/ }, ({ path }) => ({
      contents: leanData(readFileSync(path, 'utf8')),
    }));
  },
};
