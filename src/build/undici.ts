import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';

/** The part of an esbuild build that is used here. */
interface Build {
  onLoad(
    options: { readonly filter: RegExp },
    load: (file: { readonly path: string }) => { readonly contents: string },
  ): void;
}

/** What adapters use of undici: the rest would be two fifths of the bundle. */
export const undiciParts = `
Object.assign(require('undici/lib/dispatcher/dispatcher').prototype, require('undici/lib/api'));
exports.Agent = require('undici/lib/dispatcher/agent');
exports.Pool = require('undici/lib/dispatcher/pool');
exports.ProxyAgent = require('undici/lib/dispatcher/proxy-agent');
`;

const literal = /const wasmBase64 = '([^']+)'/;

/** The parser of HTTP answers, compressed: it is unpacked once, with the first connection. */
function packedParser(source: string): string {
  const parser = literal.exec(source)?.[1];
  if (parser === undefined) throw new Error('The HTTP parser of undici is not where it was.');
  const packed = brotliCompressSync(Buffer.from(parser, 'base64')).toString('base64');
  const unpack = "require('node:zlib').brotliDecompressSync";
  return `module.exports = ${unpack}(Buffer.from('${packed}', 'base64'));`;
}

const refusal = "exports.extractBody = () => { throw new Error('A form cannot be sent.'); };";

/**
 * The parts without what no request here needs: a second HTTP parser for newer processors, which is
 * of use only at rates of a server, and the forms of `fetch`, since each body is a text.
 */
export const leanUndici = {
  name: 'lean-undici',
  setup: (build: Build): void => {
    build.onLoad({ filter: /undici[\\/]lib[\\/]llhttp[\\/]llhttp-wasm[.]js$/ }, ({ path }) => ({
      contents: packedParser(readFileSync(path, 'utf8')),
    }));
    build.onLoad({ filter: /undici[\\/]lib[\\/]llhttp[\\/]llhttp_simd-wasm[.]js$/ }, () => ({
      contents: "module.exports = require('./llhttp-wasm.js');",
    }));
    build.onLoad({ filter: /undici[\\/]lib[\\/]web[\\/]fetch[\\/]body[.]js$/ }, () => ({
      contents: refusal,
    }));
  },
};
