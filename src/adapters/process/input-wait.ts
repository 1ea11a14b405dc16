import { readFile, readlink, readdir } from 'node:fs/promises';
import type { Disposable, Clock } from '../../core/ports/system';
import { isMissing } from '../system/errno';

const silenceMs = 2000;

export interface InputWaitDeps {
  readonly clock: Clock;
  /** The last line of the output while it is incomplete. */
  readonly openLine: () => string;
  /** Checks whether a process of the command reads its standard input; never rejects. */
  readonly probe: () => Promise<InputState>;
}

/**
 * Detects that a command waits for input. Checks after two seconds of silence, then every two
 * seconds, only while there is a listener: the cost is one clock reading per piece of output. If the
 * probe cannot decide, an incomplete last line that looks like a question does.
 */
export class InputWait {
  private readonly listeners = new Set<(waits: boolean) => void>();
  private movedAt: number;
  private timer: Disposable | undefined;
  private waits = false;
  private hasEnded = false;
  private reader: InputState = 'busy';
  /** Lines that were typed, and how many of them the shell itself was waiting for. */
  private readonly typed = { all: 0, forShell: 0 };

  constructor(private readonly deps: InputWaitDeps) {
    this.movedAt = deps.clock.monotonic();
  }

  /** Call on output or input: the command is not waiting. */
  noteActivity(): void {
    this.movedAt = this.deps.clock.monotonic();
    this.set(false);
  }

  /** Call with what is typed. */
  noteInput(text: string): void {
    const lines = text.split('\n').length - 1;
    this.typed.all += lines;
    if (this.waits && this.reader === 'shell-reads') this.typed.forShell += Math.min(1, lines);
    this.noteActivity();
  }

  /** Undefined unless the shell itself waits, not a program that it runs. */
  shellRead(): ShellReading | undefined {
    if (!this.waits || this.reader !== 'shell-reads') return undefined;
    const { all, forShell } = this.typed;
    return { answered: all === forShell ? all : undefined };
  }

  /** Call when the command has ended or its input is closed. */
  end(): void {
    this.hasEnded = true;
    this.timer?.dispose();
    this.set(false);
  }

  onChange(listener: (waits: boolean) => void): Disposable {
    this.listeners.add(listener);
    if (this.waits) listener(true);
    this.lookIn(silenceMs);
    return { dispose: () => void this.listeners.delete(listener) };
  }

  private lookIn(ms: number): void {
    if (this.hasEnded || this.listeners.size === 0) return;
    const { clock } = this.deps;
    this.timer ??= clock.after(ms, () => {
      this.timer = undefined;
      const silentMs = clock.monotonic() - this.movedAt;
      if (silentMs < silenceMs) this.lookIn(silenceMs - silentMs);
      else void this.look().then(() => this.lookIn(silenceMs));
    });
  }

  private async look(): Promise<void> {
    const { openLine, probe } = this.deps;
    const lookedAt = this.movedAt;
    const state = await probe();
    if (this.movedAt !== lookedAt || this.hasEnded) return;
    this.reader = state;
    this.set(isReading(state) || (state === 'unknown' && isQuestion(openLine())));
  }

  private set(now: boolean): void {
    if (this.waits === now) return;
    this.waits = now;
    for (const listener of this.listeners) listener(now);
  }
}

/** True for a line that ends like a question or prompt, or names a common input. */
export function isQuestion(line: string): boolean {
  return /[?:>\])]\s*$|[[(]y(es)?\/no?[\])]|pass(word|phrase)/i.test(line);
}

/** `shell-reads`: the shell of the command itself; `unknown`: it may be reading. */
export type InputState = 'reads' | 'shell-reads' | 'unknown' | 'busy';

/** The shell waits for a line. */
export interface ShellReading {
  /** How many lines it has read before; undefined if other programs may have read some of them. */
  readonly answered: number | undefined;
}

function isReading(state: InputState): boolean {
  return state === 'reads' || state === 'shell-reads';
}

const maxProcesses = 128;
const maxThreads = 64;

interface SystemCalls {
  readonly read: readonly number[];
  /** System calls that wait for any of several descriptors. */
  readonly poll: readonly number[];
  /** The same for descriptors registered with the kernel. */
  readonly epoll: readonly number[];
}

/** Linux system call numbers by `process.arch`. */
const systemCalls: Readonly<Partial<Record<string, SystemCalls>>> = {
  x64: { read: [0, 19], poll: [7, 23, 270, 271], epoll: [232, 281, 441] },
  arm64: { read: [63, 65], poll: [72, 73], epoll: [22, 441] },
};

/** A comparable name of a process's standard input; undefined if unknown. */
export async function standardInputOf(pid: number): Promise<string | undefined> {
  try {
    return await readlink(`/proc/${String(pid)}/fd/0`);
  } catch {
    // The process or /proc is missing, or access is denied.
    return undefined;
  }
}

/**
 * Whether one of a command's processes is blocked reading its standard input, `input`. Reported by
 * /proc on Linux; otherwise `unknown`.
 */
export async function probeInput(leader: number, input: string | undefined): Promise<InputState> {
  const calls = systemCalls[process.arch];
  if (process.platform !== 'linux' || input === undefined || calls === undefined) return 'unknown';
  const states: InputState[] = [];
  const processes = [leader];
  for (const pid of processes) {
    if (processes.length < maxProcesses) processes.push(...(await childrenOf(pid)));
    if ((await standardInputOf(pid)) !== input) continue;
    const state = await stateOf(pid, calls);
    if (state === 'reads') return pid === leader && (await isShell(pid)) ? 'shell-reads' : state;
    states.push(state);
  }
  return states.includes('unknown') ? 'unknown' : 'busy';
}

/** A shell that has become the last program of its command has the name of that. */
async function isShell(pid: number): Promise<boolean> {
  try {
    return (await readFile(`/proc/${String(pid)}/comm`, 'utf8')).trim() === 'bash';
  } catch {
    // It ended.
    return false;
  }
}

async function childrenOf(pid: number): Promise<readonly number[]> {
  const lists = await eachThread(pid, (folder) => readFile(`${folder}/children`, 'utf8'));
  return lists.flatMap((list) => (list ?? '').split(' ').filter(Boolean).map(Number));
}

async function stateOf(pid: number, calls: SystemCalls): Promise<InputState> {
  const states: InputState[] = [];
  for (const line of await eachThread(pid, (folder) => readFile(`${folder}/syscall`, 'utf8'))) {
    states.push(line === undefined ? 'unknown' : await callState(pid, line, calls));
  }
  if (states.includes('reads')) return 'reads';
  return states.includes('unknown') ? 'unknown' : 'busy';
}

/** `0 0x0 …` is a read of descriptor 0; `running` means no system call. */
async function callState(pid: number, line: string, calls: SystemCalls): Promise<InputState> {
  const [number, descriptor] = line.split(' ').map(Number);
  if (number === undefined || descriptor === undefined) return 'busy';
  if (calls.read.includes(number)) return descriptor === 0 ? 'reads' : 'busy';
  if (calls.poll.includes(number)) return 'unknown';
  if (!calls.epoll.includes(number)) return 'busy';
  return (await watchesInput(pid, descriptor)) ? 'unknown' : 'busy';
}

/** Servers wait like this too, and may watch their input while they work. */
async function watchesInput(pid: number, epoll: number): Promise<boolean> {
  try {
    const info = await readFile(`/proc/${String(pid)}/fdinfo/${String(epoll)}`, 'utf8');
    return /^tfd:\s+0\s/m.test(info);
  } catch {
    // It ended, or access is denied.
    return true;
  }
}

/** Undefined for a thread that may not be read; empty for one that is gone. */
async function eachThread<T>(
  pid: number,
  read: (folder: string) => Promise<T>,
): Promise<readonly (T | undefined)[]> {
  const folder = `/proc/${String(pid)}/task`;
  try {
    const threads = (await readdir(folder)).slice(0, maxThreads);
    return await Promise.all(
      threads.map((thread) => read(`${folder}/${thread}`).catch(() => undefined)),
    );
  } catch (error) {
    return isMissing(error) ? [] : [undefined];
  }
}
