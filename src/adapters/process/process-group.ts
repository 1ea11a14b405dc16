import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Clock } from '../../core/ports/clock';
import { errnoOf } from '../files/errno-failure';
import type { Environment } from './environment';
import { linuxGroup } from './process-identity';

const graceMs = 2000;
const pollMs = 20;
/** How long a hanging taskkill is waited for. */
const watchdogMs = 5000;

/** A command and all its children. */
export interface ProcessGroup {
  /** TERM, and KILL two seconds later for what is left. Settles when all are gone, or refuse to go. */
  end(): Promise<void>;
  /** KILL at once, for when nobody can wait. */
  endNow(): void;
  /** Whether anything of it lives, as far as the system tells. */
  isLeft(): Promise<boolean>;
}

export interface GroupLeader {
  readonly pid: number;
  /** Once it has, a process with its id is a stranger, and the group is gone. */
  readonly hasExited: () => boolean;
}

/** The group that a detached child leads on POSIX. */
export function posixGroup({ pid, hasExited }: GroupLeader, clock: Clock): ProcessGroup {
  let isGone = false;
  const send = (signal: NodeJS.Signals | 0): boolean => {
    if (isGone) return false;
    // As long as a group lives, the system gives its id to no other process.
    if (hasExited() && canSignal(pid, 0) !== 'nobody') isGone = true;
    else if (canSignal(-pid, signal) === 'sent') return true;
    else isGone = hasExited();
    return false;
  };
  // Signals reach zombies too, and where nobody fetches their exit they stay.
  const isLeft = async (): Promise<boolean> => send(0) && (await linuxGroup(pid))?.length !== 0;
  const goneWithin = async (ms: number): Promise<boolean> => {
    const deadline = clock.monotonic() + ms;
    while (await isLeft()) {
      if (clock.monotonic() >= deadline) return false;
      await new Promise<void>((resolve) => clock.after(pollMs, resolve));
    }
    return true;
  };
  return {
    end: async () => {
      if (!send('SIGTERM') || (await goneWithin(graceMs))) return;
      send('SIGKILL');
      await goneWithin(graceMs);
    },
    endNow: () => void send('SIGKILL'),
    isLeft,
  };
}

/** `refused`: what is there became another user's and is beyond reach. */
function canSignal(id: number, signal: NodeJS.Signals | 0): 'sent' | 'nobody' | 'refused' {
  try {
    process.kill(id, signal);
    return 'sent';
  } catch (error) {
    return errnoOf(error) === 'ESRCH' ? 'nobody' : 'refused';
  }
}

/** A child with its descendants on Windows, which has no groups to signal. */
export function windowsTree(leader: GroupLeader, env: Environment, clock: Clock): ProcessGroup {
  const { file, args } = taskkillCommand(leader.pid, env);
  const run = (): Promise<void> => {
    // taskkill knows a tree by its root alone, whose id may be another's by now.
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

/** `taskkill` by its absolute path: nothing in the workspace can stand in for it. */
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
