import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Clock } from '../../core/ports/clock';
import type { Environment } from './environment';

const graceMs = 2000;
const pollMs = 20;

/** A command and all its children. */
export interface ProcessGroup {
  /** TERM, and KILL two seconds later for what is left. Settles when all are gone, or refuse to go. */
  end(): Promise<void>;
  /** KILL at once, for when nobody can wait. */
  endNow(): void;
}

/** The group that a detached child leads on POSIX. */
export function posixGroup(leader: number, clock: Clock): ProcessGroup {
  const send = (signal: NodeJS.Signals | 0): boolean => {
    try {
      return process.kill(-leader, signal);
    } catch {
      // ESRCH: nobody is left. EPERM: what is left became another user's and is beyond reach.
      return false;
    }
  };
  const goneWithin = async (ms: number): Promise<boolean> => {
    const deadline = clock.monotonic() + ms;
    while (send(0)) {
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
  };
}

/** A child with its descendants on Windows, which has no groups to signal. */
export function windowsTree(leader: number, env: Environment): ProcessGroup {
  const { file, args } = taskkillCommand(leader, env);
  const run = (): Promise<void> =>
    new Promise((resolve) => {
      const child = spawn(file, args, { stdio: 'ignore', windowsHide: true });
      child.on('error', () => resolve());
      child.on('close', () => resolve());
    });
  return { end: run, endNow: () => void run() };
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
