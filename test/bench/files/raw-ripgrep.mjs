// @ts-check
/** ripgrep itself; its output is only read and counted. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { common, counts, needle } from './tree.mjs';

/**
 * @param {{ readonly program: string; readonly tree: string; readonly task: import('./subjects.mjs').Task }} options
 * @returns {Promise<import('../child.mjs').Subject>}
 */
export async function openSubject({ program, tree, task }) {
  const args = {
    find: ['--files', '--glob=*.json', tree],
    grep: ['--line-number', needle, tree],
    dense: ['--line-number', common, tree],
  }[task];
  const least = { find: counts.json, grep: counts.needles, dense: counts.files }[task];
  return {
    call: async () => {
      const child = spawn(program, ['--no-config', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
      let lines = 0;
      child.stdout.on('data', (/** @type {Buffer} */ chunk) => {
        for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
      });
      await once(child, 'close');
      if (lines < least) throw new Error(`ripgrep told ${lines} lines.`);
    },
    close: async () => undefined,
  };
}
