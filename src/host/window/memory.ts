import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import type * as vscode from 'vscode';
import { nodeDisk } from '../../adapters/system/node-disk';
import { createSerial } from '../../adapters/system/serial';
import { replaceWith, writeAll } from '../../adapters/system/whole-file';
import { parseJson } from '../../core/contracts/json';

/** One small value that outlives the window. */
export interface Memory {
  get(): unknown;
  set(value: unknown): PromiseLike<void>;
}

/** One key of VS Code's state, which VS Code writes to disk some time later. */
export function mementoMemory(memento: vscode.Memento, key: string): Memory {
  return { get: () => memento.get(key), set: (value) => memento.update(key, value) };
}

/**
 * A file of its own, written whole. VS Code's global state is one value for all keys, and the echo of
 * a write takes back a newer one: written with each change of a setting, it lost what others wrote.
 */
export function fileMemory(file: string): Memory {
  const serial = createSerial();
  return {
    get: () => {
      try {
        return parseJson(readFileSync(file, 'utf8'));
      } catch {
        // None yet, or damaged: nothing is known.
        return undefined;
      }
    },
    set: (value) =>
      serial.run(async () => {
        await nodeDisk.makeFolder(path.dirname(file));
        const bytes = Buffer.from(JSON.stringify(value));
        await replaceWith(nodeDisk, file, {
          temporary: `${file}.${String(process.pid)}`,
          fill: (opened) => writeAll(opened, bytes, 0),
        });
      }),
  };
}
