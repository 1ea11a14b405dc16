import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { loadParseTree } from '../../../src/adapters/shell/shell-reader';
import type { ParseTree } from '../../../src/core/shell/tree/read-tree';

const { resolve } = createRequire(__filename);

/** The bash grammar of the product, with a stopped clock. */
export async function loadGrammar(): Promise<ParseTree> {
  const [runtime, grammar] = await Promise.all([
    readFile(resolve('web-tree-sitter/web-tree-sitter.wasm')),
    readFile(resolve('tree-sitter-bash/tree-sitter-bash.wasm')),
  ]);
  return loadParseTree({ runtime, grammar }, () => 0);
}
