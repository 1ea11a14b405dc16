// @ts-check
/** The extension hosts of a VS Code server. Linux only, as the server that the tests drive. */
import { readFile, readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const GRACE_MS = 5_000;
const POLL_MS = 50;

/**
 * Waits until the hosts of closed windows have ended, and kills the rest after a while.
 *
 * @param {string} userDataDir of the server
 */
export async function endExtensionHosts(userDataDir) {
  const deadline = Date.now() + GRACE_MS;
  for (;;) {
    const left = await extensionHosts(userDataDir);
    if (left.length === 0) return;
    if (Date.now() > deadline) left.forEach(killProcess);
    await sleep(POLL_MS);
  }
}

/** @param {number} pid */
function killProcess(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Already gone.
  }
}

/**
 * @param {string} userDataDir
 * @returns {Promise<number[]>} processes, the newest first
 */
export async function extensionHosts(userDataDir) {
  const pids = (await readdir('/proc').catch(() => [])).map(Number).filter((pid) => pid > 0);
  const found = [];
  for (const pid of pids) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (!line.includes('--type=extensionHost')) continue;
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    if (environment.includes(userDataDir)) found.push(pid);
  }
  return found.sort((a, b) => b - a);
}
