import * as path from 'node:path';
import { createShellReader } from '../../adapters/shell/shell-reader';
import { systemClock } from '../../adapters/system/clock';
import type { ShellReader } from '../../core/ports/shell';
import type { Log } from '../window/log';

/** Parses commands with the grammar next to the bundle. */
export function composeShell(extensionPath: string, log: Log): ShellReader {
  return createShellReader({
    runtimeWasm: path.join(extensionPath, 'dist', 'web-tree-sitter.wasm'),
    grammarWasm: path.join(extensionPath, 'dist', 'tree-sitter-bash.wasm'),
    clock: systemClock,
    report: (error) => {
      log.report(error);
    },
  });
}
