// @ts-check
import { readFile, readdir } from 'node:fs/promises';
import { kill } from 'node:process';

import { until } from './until.mjs';

/**
 * Kills the extension host of this world with SIGKILL, as a crash of the machine's memory would.
 *
 * @param {Pick<import('./world.mjs').World, 'userDataDir'>} world
 */
export async function killExtensionHost({ userDataDir }) {
  const [pid] = await until('the extension host', async () => {
    const found = await extensionHosts(userDataDir);
    return found.length > 0 && found;
  });
  if (pid === undefined) return;
  kill(pid, 'SIGKILL');
  await until('its end', async () => !(await extensionHosts(userDataDir)).includes(pid));
}

/**
 * Linux only, as the server that the tests drive.
 *
 * @param {string} userDataDir
 * @returns {Promise<number[]>} processes, the newest first
 */
async function extensionHosts(userDataDir) {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const found = [];
  for (const pid of pids) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (!line.includes('--type=extensionHost')) continue;
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    if (environment.includes(userDataDir)) found.push(pid);
  }
  return found.sort((a, b) => b - a);
}
