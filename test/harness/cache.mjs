// @ts-check
/** The cache folder outside the source tree: what the harness installs once per machine. */
import {
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { homedir, hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const STALE_MS = 60_000;
const HEARTBEAT_MS = 5_000;
const LOCK_WAIT_MS = 10 * 60_000;
const POLL_MS = 250;
const MARKER = '.complete.json';

/**
 * GATEHOUSE_CACHE, else $XDG_CACHE_HOME/gatehouse, else ~/.cache/gatehouse.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string}
 */
export function cacheDir(env = process.env) {
  if (env['GATEHOUSE_CACHE']) return path.resolve(env['GATEHOUSE_CACHE']);
  // The XDG specification says that a relative path is to be ignored.
  const xdg = env['XDG_CACHE_HOME'];
  const base = xdg && path.isAbsolute(xdg) ? xdg : path.join(homedir(), '.cache');
  return path.join(base, 'gatehouse');
}

/**
 * Builds `<cache>/<name>` once. The build runs in a temporary folder beside it, is marked complete
 * and then renamed, so an interrupted build never looks finished.
 *
 * @param {string} name a plain folder name, holding the versions of what it contains
 * @param {(folder: string) => Promise<void>} build
 * @param {{ dir?: string; log?: (line: string) => void }} [options]
 * @returns {Promise<string>} the finished folder
 */
export async function provision(name, build, options = {}) {
  const dir = options.dir ?? cacheDir();
  const target = path.join(dir, name);
  if (await isComplete(target)) return target;
  await mkdir(dir, { recursive: true }).catch((error) => {
    throw new Error(
      `Cannot create the cache folder ${dir}: ${reason(error)}. ` +
        'Set GATEHOUSE_CACHE to a folder that you can write to.',
    );
  });
  return withLock(path.join(dir, `${name}.lock`), options.log, async () => {
    if (await isComplete(target)) return target;
    await removeLeftovers(dir, name);
    const temporary = await mkdtemp(path.join(dir, `${name}.tmp-`));
    try {
      await build(temporary);
      await writeFile(path.join(temporary, MARKER), `${JSON.stringify({ name })}\n`);
      await rename(temporary, target);
    } finally {
      await rm(temporary, { recursive: true, force: true });
    }
    return target;
  });
}

/**
 * @param {string} folder
 * @returns {Promise<boolean>}
 */
async function isComplete(folder) {
  return stat(path.join(folder, MARKER)).then(
    () => true,
    () => false,
  );
}

/**
 * Removes an unmarked target and leftovers of interrupted builds. Call with the lock held. Files
 * that an orphaned npm still writes to stay for the next time. Folders of broken locks stay:
 * they prevent a late waiter from breaking a live lock.
 *
 * @param {string} dir
 * @param {string} name
 */
async function removeLeftovers(dir, name) {
  await rm(path.join(dir, name), { recursive: true, force: true });
  for (const entry of await readdir(dir)) {
    if (!entry.startsWith(`${name}.tmp-`)) continue;
    await rm(path.join(dir, entry), { recursive: true, force: true }).catch(() => undefined);
  }
}

/**
 * Holds `lock` (a folder, because its creation is atomic) while `body` runs. The holder touches it
 * every few seconds; one that has not been touched for a while belongs to a process that died.
 *
 * @template T
 * @param {string} lock
 * @param {((line: string) => void) | undefined} log
 * @param {() => Promise<T>} body
 * @returns {Promise<T>}
 */
async function withLock(lock, log, body) {
  const deadline = Date.now() + LOCK_WAIT_MS;
  let announced = false;
  while (!(await tryLock(lock))) {
    if (await breakIfStale(lock)) continue;
    if (!announced) log?.(`waiting for another process that holds ${lock}`);
    announced = true;
    if (Date.now() > deadline) {
      throw new Error(
        `Another process has held ${lock} for ten minutes. ` +
          'If none is at work there, delete that folder and try again.',
      );
    }
    await sleep(POLL_MS);
  }
  const heart = setInterval(() => {
    const now = new Date();
    void utimes(lock, now, now).catch(() => undefined);
  }, HEARTBEAT_MS);
  heart.unref();
  try {
    return await body();
  } finally {
    clearInterval(heart);
    await rm(lock, { recursive: true, force: true });
  }
}

/**
 * @param {string} lock
 * @returns {Promise<boolean>}
 */
async function tryLock(lock) {
  try {
    await mkdir(lock);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
  await writeFile(path.join(lock, 'holder'), `${hostname()} ${process.pid}`);
  return true;
}

/**
 * Moves a dead holder's lock aside, under a name that belongs to that holder: a second waiter that
 * judged the same holder dead finds the name taken and cannot move the lock of its successor.
 *
 * @param {string} lock
 * @returns {Promise<boolean>} true when it is worth trying to take the lock at once
 */
async function breakIfStale(lock) {
  const info = await stat(lock).catch(() => undefined);
  if (!info) return true;
  const holder = await readFile(path.join(lock, 'holder'), 'utf8').catch(() => '');
  if (Date.now() - info.mtimeMs < STALE_MS && !isGone(holder)) return false;
  const aside = `${lock}.dead-${holder.replace(/\W/g, '-')}-${Math.floor(info.birthtimeMs)}`;
  return rename(lock, aside).then(
    () => true,
    () => false,
  );
}

/**
 * @param {string} holder what the lock's holder wrote: its host and process id
 * @returns {boolean} true when that process is known to be gone; of another host nothing is known
 */
function isGone(holder) {
  const [host, pid] = holder.split(' ');
  if (host !== hostname() || !pid) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return errorCode(error) === 'ESRCH';
  }
}

/** @param {unknown} error */
function errorCode(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** @param {unknown} error */
function reason(error) {
  return error instanceof Error ? error.message : String(error);
}
