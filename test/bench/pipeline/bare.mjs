// @ts-check
/** What a call cannot do without: the calls of the system that its answer needs, and no more. */
import { mkdir, mkdtemp, open, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { argsOf } from './trivial-tool.mjs';

/** Length of an audit line of the trivial call. */
const lineBytes = 1000;

/**
 * @param {{ readonly does: 'realpath' | 'append' }} options
 * @returns {Promise<import('../child.mjs').Subject>}
 */
export async function openSubject({ does }) {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'gatehouse-bench-')));
  const { call, end } = does === 'append' ? await appends(folder) : await resolves(folder);
  return {
    call,
    close: async () => {
      await end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** @param {string} folder */
async function resolves(folder) {
  let count = 0;
  for (let number = 0; number < 1000; number += 1) {
    const file = path.join(folder, argsOf(number).text);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, '');
  }
  return {
    call: async () => {
      count += 1;
      await realpath(path.join(folder, argsOf(count).text));
    },
    end: async () => undefined,
  };
}

/** @param {string} folder */
async function appends(folder) {
  const handle = await open(path.join(folder, 'lines'), 'a');
  const line = Buffer.from(`${'x'.repeat(lineBytes - 1)}\n`);
  return {
    call: async () => {
      await handle.appendFile(line);
      await handle.datasync();
    },
    end: () => handle.close(),
  };
}
