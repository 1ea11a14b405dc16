import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { nodeDisk } from '../../adapters/system/node-disk';
import { createSerial } from '../../adapters/system/serial';
import { replaceWith, writeAll } from '../../adapters/system/whole-file';
import { parseJson } from '../../core/contracts/json';
import type { SeenMemento } from './seen-settings';

/**
 * A file of its own, written whole. VS Code's global state is one value for all keys, and the echo of
 * a write takes back a newer one: written with each change of a setting, it lost what others wrote.
 */
export function createSeenFile(file: string): SeenMemento {
  const serial = createSerial();
  return {
    get: () => {
      try {
        return parseJson(readFileSync(file, 'utf8'));
      } catch {
        // None yet, or damaged: nothing is known, and nothing is reported as changed.
        return undefined;
      }
    },
    update: (_key, value) =>
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
