import { execFile } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { errnoOf } from './errno';

/** The state of a process; `startTime` is text for comparison, undefined if unknown. */
export type ProcessState =
  { readonly state: 'gone' } | { readonly state: 'lives'; readonly startTime: string | undefined };

export interface LinuxProcess {
  readonly pid: number;
  readonly group: number;
  readonly session: number;
  /** Clock ticks since the machine started. */
  readonly startTicks: number;
}

/** Processes read concurrently. */
const atOnce = 64;

const gone: ProcessState = { state: 'gone' };

/**
 * Whether a process lives, and its start time, which distinguishes it from a later one with its id.
 */
export async function processState(pid: number): Promise<ProcessState> {
  if (process.platform === 'linux') {
    const found = await linuxProcess(pid);
    if (found === 'hidden') return { state: 'lives', startTime: undefined };
    return found === undefined ? gone : { state: 'lives', startTime: String(found.startTicks) };
  }
  if (process.platform === 'darwin') return darwinState(pid);
  return isAlive(pid) ? { state: 'lives', startTime: undefined } : gone;
}

/** Also true where the system does not say. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errnoOf(error) !== 'ESRCH';
  }
}

/** Start time of a process; undefined if not running or unknown. */
export async function startTimeOf(pid: number): Promise<string | undefined> {
  const found = await processState(pid);
  return found.state === 'lives' ? found.startTime : undefined;
}

/** Identifies a boot of the machine; undefined if the system has no such id. */
export async function bootId(): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined;
  try {
    return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
  } catch {
    // This kernel has no boot id: only start times remain.
    return undefined;
  }
}

/** All live processes on Linux, without zombies and hidden processes; undefined elsewhere. */
export async function linuxProcesses(): Promise<readonly LinuxProcess[] | undefined> {
  const ids = await linuxProcessIds();
  if (ids === undefined) return undefined;
  const living: LinuxProcess[] = [];
  for (let at = 0; at < ids.length; at += atOnce) {
    for (const found of await Promise.all(ids.slice(at, at + atOnce).map(linuxProcess))) {
      if (found !== undefined && found !== 'hidden') living.push(found);
    }
  }
  return living;
}

async function linuxProcessIds(): Promise<readonly number[] | undefined> {
  if (process.platform !== 'linux') return undefined;
  try {
    const names = await readdir('/proc');
    return names.filter((name) => /^\d+$/.test(name)).map(Number);
  } catch {
    // /proc is not mounted.
    return undefined;
  }
}

async function linuxProcess(pid: number): Promise<LinuxProcess | 'hidden' | undefined> {
  try {
    return parseStat(await readFile(`/proc/${String(pid)}/stat`, 'utf8'));
  } catch (error) {
    // ENOENT, or ESRCH if it ends meanwhile: gone. Otherwise it belongs to another user.
    return ['ENOENT', 'ESRCH'].includes(errnoOf(error)) ? undefined : 'hidden';
  }
}

/** The name in parentheses may contain anything, including parentheses. Undefined for a zombie. */
function parseStat(text: string): LinuxProcess | undefined {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  const [group, session, startTicks] = [fields[2], fields[3], fields[19]].map(Number);
  if (state === 'Z' || state === 'X') return undefined;
  if (group === undefined || session === undefined || startTicks === undefined) return undefined;
  return { pid: Number.parseInt(text, 10), group, session, startTicks };
}

async function darwinState(pid: number): Promise<ProcessState> {
  try {
    const { stdout } = await promisify(execFile)('/bin/ps', psArguments(pid), {
      env: { LC_ALL: 'C', TZ: 'UTC' },
    });
    const startTime = stdout.trim();
    return startTime === '' ? gone : { state: 'lives', startTime };
  } catch {
    // ps exits with 1 if there is no such process; otherwise only the id can be checked.
    return isAlive(pid) ? { state: 'lives', startTime: undefined } : gone;
  }
}

/** Fixed language and time zone, so that the text is comparable. */
function psArguments(pid: number): readonly string[] {
  return ['-o', 'lstart=', '-p', String(pid)];
}
