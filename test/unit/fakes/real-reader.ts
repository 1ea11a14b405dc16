import { createRequire } from 'node:module';
import { createShellReader } from '../../../src/adapters/shell/shell-reader';
import { systemClock } from '../../../src/adapters/system/clock';

const { resolve } = createRequire(__filename);

/** The product's own reader, with the grammar of its packages; it loads with the first command. */
export const realReader = createShellReader({
  runtimeWasm: resolve('web-tree-sitter/web-tree-sitter.wasm'),
  grammarWasm: resolve('tree-sitter-bash/tree-sitter-bash.wasm'),
  clock: systemClock,
  report: (error) => {
    throw error;
  },
});
