import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { Clock } from '../../core/ports/system';
import type { Environment } from './environment';
import { commandProcesses } from './command-processes';
import { processState, type LinuxProcess } from '../system/process-identity';
import { errnoOf } from '../system/errno';

const graceMs = 2000;
const pollMs = 20;
/** Time limit for taskkill. */
const watchdogMs = 5000;

/** A command and all its children. */
export interface ProcessGroup {
  /**
   * Sends TERM, and KILL two seconds later to the rest. Resolves when all have exited or cannot be
   * ended. By default those in a session of their own end too unless the leader has exited.
   */
  end(reach?: Reach): Promise<void>;
  /** Sends KILL immediately. */
  endNow(): void;
  /** True if any process is alive, as far as the system reports. */
  isLeft(reach?: Reach): Promise<boolean>;
}

/** Whether processes count that have left for a session of their own; only Linux shows them. */
export type Reach = 'session' | 'everywhere';

export interface GroupLeader {
  readonly pid: number;
  /** The id in the command's mark; empty for none. */
  readonly id: string;
  /** After its exit, a process with its id is another one, and the group is gone. */
  readonly hasExited: () => boolean;
}

/** The group of a child that has started, detached where the system has groups. */
export function groupOf(
  child: ChildProcess,
  { env, id = '' }: { readonly env: Environment; readonly id?: string },
  clock: Clock,
): ProcessGroup {
  if (child.pid === undefined) throw new Error('A started process has an id.');
  const hasExited = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const leader = { pid: child.pid, id, hasExited };
  const isWindows = process.platform === 'win32';
  return isWindows ? windowsTree(leader, env, clock) : new PosixGroup(leader, clock);
}

/**
 * The group of a detached child on POSIX. On Linux also processes that left it: by job control
 * (`set -m`) always, and by a session of their own (`setsid`) when the command is ended early. A
 * daemon that a command has started normally keeps running, as in any shell.
 */
export class PosixGroup implements ProcessGroup {
  private readonly startTicks: Promise<number>;
  private isGone = false;
  private reach: Reach = 'session';
  private endingNow: Promise<boolean> | undefined;

  constructor(
    private readonly leader: GroupLeader,
    private readonly clock: Clock,
  ) {
    this.startTicks = startTicksOf(leader.pid);
  }

  async end(reach = this.usualReach()): Promise<void> {
    this.reach = reach;
    if (!(await this.endBy('SIGTERM'))) await this.endBy('SIGKILL');
  }

  endNow(): void {
    this.reach = this.usualReach();
    this.send('SIGKILL');
    this.endingNow = this.endBy('SIGKILL');
  }

  async isLeft(reach = this.reach): Promise<boolean> {
    return this.endingNow === undefined ? this.isAnyLeft(reach) : !(await this.endingNow);
  }

  private usualReach(): Reach {
    return this.leader.hasExited() ? this.reach : 'everywhere';
  }

  private async endBy(signal: 'SIGTERM' | 'SIGKILL'): Promise<boolean> {
    await this.sendAll(signal);
    return this.goneWithin(graceMs);
  }

  private async sendAll(signal: NodeJS.Signals): Promise<void> {
    this.send(signal);
    for (const each of (await this.living(this.reach)) ?? []) {
      if (each.group !== this.leader.pid) canSignal(each.pid, signal);
    }
  }

  private async goneWithin(ms: number): Promise<boolean> {
    const deadline = this.clock.monotonic() + ms;
    while (await this.isAnyLeft(this.reach)) {
      if (this.clock.monotonic() >= deadline) return false;
      await new Promise<void>((resolve) => this.clock.after(pollMs, resolve));
    }
    return true;
  }

  /** Checks for processes: zombies still receive signals until their exit is collected. */
  private async isAnyLeft(reach: Reach): Promise<boolean> {
    const found = await this.living(reach);
    return found === undefined ? this.send(0) : found.length > 0;
  }

  /** Undefined if only the group can be checked. A session reserves its id, like a group. */
  private async living(reach: Reach): Promise<readonly LinuxProcess[] | undefined> {
    const { pid, id } = this.leader;
    const trace = { leader: pid, id, startTicks: await this.startTicks };
    const found = await commandProcesses(trace, reach);
    if (found === undefined) return undefined;
    return this.isStrangers() ? found.strays : [...found.session, ...found.strays];
  }

  private send(signal: NodeJS.Signals | 0): boolean {
    if (this.isGone) return false;
    // While a group lives, the system does not reuse its id.
    if (this.isStrangers()) this.isGone = true;
    else if (canSignal(-this.leader.pid, signal) === 'sent') return true;
    else this.isGone = this.leader.hasExited();
    return false;
  }

  /** True if the leader's id now belongs to another process. */
  private isStrangers(): boolean {
    return this.leader.hasExited() && canSignal(this.leader.pid, 0) !== 'missing';
  }
}

/** Start time of a live process; 0 if unknown. */
async function startTicksOf(pid: number): Promise<number> {
  if (process.platform !== 'linux') return 0;
  const found = await processState(pid);
  return found.state === 'lives' ? Number(found.startTime ?? 0) : 0;
}

/** `refused`: the process now belongs to another user. */
function canSignal(id: number, signal: NodeJS.Signals | 0): 'sent' | 'missing' | 'refused' {
  try {
    process.kill(id, signal);
    return 'sent';
  } catch (error) {
    return errnoOf(error) === 'ESRCH' ? 'missing' : 'refused';
  }
}

/** A child and its descendants on Windows, which has no process groups. */
function windowsTree(leader: GroupLeader, env: Environment, clock: Clock): ProcessGroup {
  const { file, args } = taskkillCommand(leader.pid, env);
  const run = (): Promise<void> => {
    // taskkill identifies a tree by its root, whose id may be reused by now.
    if (leader.hasExited()) return Promise.resolve();
    return new Promise((resolve) => {
      const child = spawn(file, args, { stdio: 'ignore', windowsHide: true });
      const watchdog = clock.after(watchdogMs, () => child.kill());
      const settle = (): void => {
        watchdog.dispose();
        resolve();
      };
      child.on('error', settle);
      child.on('close', settle);
    });
  };
  return { end: run, endNow: () => void run(), isLeft: () => Promise.resolve(!leader.hasExited()) };
}

/** `taskkill` by its absolute path, so that nothing in the workspace can replace it. */
export function taskkillCommand(
  leader: number,
  env: Environment,
): { readonly file: string; readonly args: readonly string[] } {
  const windows = env['SystemRoot'] ?? env['SYSTEMROOT'] ?? 'C:\\Windows';
  return {
    file: path.win32.join(windows, 'System32', 'taskkill.exe'),
    args: ['/PID', String(leader), '/T', '/F'],
  };
}
