import { createRequire } from 'node:module';
import { createShellReader } from '../../../src/adapters/shell/shell-reader';
import { systemClock } from '../../../src/adapters/system/clock';

const { resolve } = createRequire(__filename);

/** The reader of the product with the packaged grammar, which loads with the first command. */
export const realReader = createShellReader({
  runtimeWasm: resolve('web-tree-sitter/web-tree-sitter.wasm'),
  grammarWasm: resolve('tree-sitter-bash/tree-sitter-bash.wasm'),
  clock: systemClock,
  report: (error) => {
    throw error;
  },
});
