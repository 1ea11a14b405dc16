// @ts-check
/** Child processes of the harness, each in its own group and always ended. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const KILL_AFTER_MS = 3_000;
const TAIL_CHARS = 6_000;

/** @type {Set<number>} process groups that are still running */
const groups = new Set();
process.on('exit', () => {
  for (const pid of groups) signalGroup(pid, 'SIGKILL');
});
// Children in their own groups do not get the terminal's Ctrl-C, and an unhandled signal
// ends a process without its exit event. A handler decides for itself.
for (const [signal, code] of /** @type {const} */ ([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
])) {
  process.on(signal, () => {
    if (process.listenerCount(signal) === 1) process.exit(code);
  });
}

/**
 * The environment for a child, without variables of npm, an outer VS Code or code-server, which would make the child install elsewhere or open in that other window.
 *
 * @param {NodeJS.ProcessEnv} [extra]
 * @returns {NodeJS.ProcessEnv}
 */
export function childEnv(extra = {}) {
  const unwanted =
    /^(npm_(package|lifecycle|config_(local_)?prefix)|VSCODE_(?!EXECUTABLE)|CODE_SERVER|CS_)/;
  const single = ['ELECTRON_RUN_AS_NODE', 'NODE_OPTIONS', 'PORT', 'PASSWORD', 'HASHED_PASSWORD'];
  const kept = Object.entries(process.env).filter(
    ([name]) => !unwanted.test(name) && !single.includes(name),
  );
  return { ...Object.fromEntries(kept), ...extra };
}

/**
 * Starts a program in its own process group and keeps the tail of what it prints.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string; env?: NodeJS.ProcessEnv; onOutput?: (text: string) => void }} [options]
 */
export function start(command, args, options = {}) {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: options.env ?? childEnv(),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  let tail = '';
  /** @type {string | undefined} */
  let ended;
  const take = (/** @type {string} */ text) => {
    tail = (tail + text).slice(-TAIL_CHARS);
    options.onOutput?.(text);
  };
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', take);
  const { pid } = child;
  if (pid !== undefined) groups.add(pid);
  /** @type {Promise<number>} the exit code; 127 when the program could not be started */
  const exited = new Promise((resolve) => {
    child.once('error', (error) => {
      tail += `${error.message}\n`;
      ended ??= error.message;
      resolve(127);
    });
    child.once('close', (code, signal) => {
      ended ??= signal ? `was ended by ${signal}` : `exited with code ${code}`;
      resolve(code ?? 1);
    });
  });
  return {
    pid,
    exited,
    tail: () => tail,
    /** The exit; undefined while it runs. */
    ended: () => ended,
    stop: () => stopGroup(pid, exited),
  };
}

/**
 * Asks the whole group to end, waits a little, then kills what is left of it.
 *
 * @param {number | undefined} pid
 * @param {Promise<number>} exited
 */
async function stopGroup(pid, exited) {
  if (pid === undefined) return;
  signalGroup(pid, 'SIGTERM');
  await Promise.race([exited, sleep(KILL_AFTER_MS, undefined, { ref: false })]);
  signalGroup(pid, 'SIGKILL');
  groups.delete(pid);
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
function signalGroup(pid, signal) {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    // Already gone.
  }
}

/**
 * Runs a program to its end.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string; env?: NodeJS.ProcessEnv; onOutput?: (text: string) => void }} [options]
 * @returns {Promise<{ code: number; output: string }>} the output is its last few thousand characters
 */
export async function run(command, args, options) {
  const child = start(command, args, options);
  const code = await child.exited;
  if (child.pid !== undefined) groups.delete(child.pid);
  return { code, output: child.tail() };
}

/**
 * Runs npm, preferably the one that runs us.
 *
 * @param {string[]} args
 * @param {{ cwd: string; env?: NodeJS.ProcessEnv; onOutput?: (text: string) => void }} options
 */
export function npm(args, options) {
  const cli = process.env['npm_execpath'];
  const all = { ...options, env: options.env ?? childEnv() };
  if (cli?.endsWith('npm-cli.js')) return run(process.execPath, [cli, ...args], all);
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, all);
}

/**
 * A port on loopback that is free now.
 *
 * @returns {Promise<number>}
 */
export async function freePort() {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (!address || typeof address === 'string') throw new Error('The system gave no free port.');
  return address.port;
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
export function isPortFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
