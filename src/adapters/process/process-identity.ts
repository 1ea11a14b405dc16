import { execFile } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { errnoOf } from '../files/errno-failure';
import { isAlive } from '../system/processes';

/** A process at one moment; `startTime` is text to compare, undefined if unknown. */
export type ProcessState =
  { readonly state: 'gone' } | { readonly state: 'lives'; readonly startTime: string | undefined };

export interface LinuxProcess {
  readonly pid: number;
  readonly group: number;
  readonly session: number;
  /** Clock ticks since the machine has started. */
  readonly startTicks: number;
}

/** Processes that are read together. */
const atOnce = 64;

const gone: ProcessState = { state: 'gone' };

/** Whether a process lives, and since when: together they tell it from a later one with its id. */
export async function processState(pid: number): Promise<ProcessState> {
  if (process.platform === 'linux') {
    const found = await linuxProcess(pid);
    if (found === 'hidden') return { state: 'lives', startTime: undefined };
    return found === undefined ? gone : { state: 'lives', startTime: String(found.startTicks) };
  }
  if (process.platform === 'darwin') return darwinState(pid);
  return isAlive(pid) ? { state: 'lives', startTime: undefined } : gone;
}

/** Start time of a process; undefined if it is not running, or unknown. */
export async function startTimeOf(pid: number): Promise<string | undefined> {
  const found = await processState(pid);
  return found.state === 'lives' ? found.startTime : undefined;
}

/** Distinguishes one run of the machine from the next; undefined where nothing does. */
export async function bootId(): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined;
  try {
    return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
  } catch {
    // A kernel without it: start times are all there is.
    return undefined;
  }
}

/**
 * What lives on Linux, zombies and processes that are hidden from us left out; undefined elsewhere.
 */
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
    // No /proc is mounted here.
    return undefined;
  }
}

async function linuxProcess(pid: number): Promise<LinuxProcess | 'hidden' | undefined> {
  try {
    return parseStat(await readFile(`/proc/${String(pid)}/stat`, 'utf8'));
  } catch (error) {
    // ENOENT, or ESRCH when it ends meanwhile: gone. Else it is another user's.
    return ['ENOENT', 'ESRCH'].includes(errnoOf(error)) ? undefined : 'hidden';
  }
}

/** The name, in parentheses, may hold anything, more parentheses too. Undefined for a zombie. */
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
    // ps answers 1 when there is no such process; otherwise only the id can be asked.
    return isAlive(pid) ? { state: 'lives', startTime: undefined } : gone;
  }
}

/** In a fixed language and time zone, so that the text is comparable. */
function psArguments(pid: number): readonly string[] {
  return ['-o', 'lstart=', '-p', String(pid)];
}
