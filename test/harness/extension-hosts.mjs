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
 * A program that a host is about to start has the host's command line for a moment, between fork and
 * exec: a process whose parent is a host is none.
 *
 * @param {string} userDataDir
 * @returns {Promise<number[]>} processes, the newest first: by start time, since the system reuses
 *   process ids
 */
export async function extensionHosts(userDataDir) {
  const pids = (await readdir('/proc').catch(() => [])).map(Number).filter((pid) => pid > 0);
  const found = [];
  for (const pid of pids) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (!line.includes('--type=extensionHost')) continue;
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    if (environment.includes(userDataDir)) found.push({ pid, ...(await originOf(pid)) });
  }
  return found
    .filter(({ parent }) => !found.some(({ pid }) => pid === parent))
    .sort((a, b) => b.start - a.start)
    .map(({ pid }) => pid);
}

/**
 * @param {number} pid
 * @returns {Promise<{ parent: number; start: number }>} `start` in ticks since the system did; zeros
 *   if the process is gone
 */
async function originOf(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The 4th and the 22nd field; the second is a name in parentheses that may hold blanks.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 1)
    .trim()
    .split(' ');
  return { parent: Number(fields[1] ?? 0), start: Number(fields[19] ?? 0) };
}
