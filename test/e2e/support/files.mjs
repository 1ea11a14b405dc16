// @ts-check
import { execFile } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { childEnv } from '../../harness/process.mjs';

const execute = promisify(execFile);

/**
 * @param {string} folder
 * @returns {Promise<number>} the exit code of the demo's tests, run without Gatehouse
 */
export async function runTests(folder) {
  return execute(process.execPath, ['--test'], { cwd: folder, env: childEnv() }).then(
    () => 0,
    (error) => error.code,
  );
}

/**
 * @param {string} folder
 * @param {string} text
 * @returns {Promise<string[]>} the files under it that hold the text
 */
export async function filesHolding(folder, text) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found = [];
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = path.join(entry.parentPath, entry.name);
    const content = await readFile(file).catch(() => Buffer.alloc(0));
    if (content.includes(text)) found.push(file);
  }
  return found;
}

/**
 * @param {string} mark a text that only one command line holds
 * @returns {Promise<string[]>} the process ids whose command line holds it
 */
export async function processesWith(mark) {
  const { stdout } = await execute('pgrep', ['-f', mark]).catch(() => ({ stdout: '' }));
  return stdout.split('\n').filter((line) => line !== '');
}
