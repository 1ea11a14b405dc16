import { readFile } from 'node:fs/promises';
import { linuxProcesses, type LinuxProcess } from '../system/process-identity';

const markName = 'GATEHOUSE_COMMAND';

/** The variable that marks every process of a command, unless the process drops its environment. */
export function commandMark(id: string): Readonly<Record<string, string>> {
  return { [markName]: id };
}

/** The id in the mark of an environment; ids are never empty. */
export function markedBy(env: Readonly<Record<string, string>>): string {
  return env[markName] ?? '';
}

/**
 * Whether the process carries the command's mark (Linux only). `unread`: it shows no environment,
 * as every process does for a moment while it loads a program.
 */
export async function markOf(pid: number, id: string): Promise<'ours' | 'none' | 'unread'> {
  if (id === '') return 'none';
  try {
    const environment = await readFile(`/proc/${String(pid)}/environ`, 'utf8');
    if (environment === '') return 'unread';
    return environment.split('\0').includes(`${markName}=${id}`) ? 'ours' : 'none';
  } catch {
    // It ended or belongs to another user.
    return 'none';
  }
}

/** Identifies the processes of one command. */
export interface CommandTrace {
  /** Its first process, the leader of its session and first group. */
  readonly leader: number;
  /** The id in the command's mark. */
  readonly id: string;
  /** Start time of the command; older processes do not belong to it. */
  readonly startTicks: number;
}

/** The live processes of a command on Linux, without zombies and hidden processes. */
export interface CommandProcesses {
  /** In the leader's session: its group, and groups made by job control (`set -m`). */
  readonly session: readonly LinuxProcess[];
  /** In sessions of their own (`setsid`), but with the command's mark. */
  readonly strays: readonly LinuxProcess[];
  /** A process outside the session may be one of them: its mark could not be read yet. */
  readonly isUncertain: boolean;
}

/** Undefined on other systems and without /proc. */
export async function commandProcesses(
  { leader, id, startTicks }: CommandTrace,
  reach: 'session' | 'everywhere',
): Promise<CommandProcesses | undefined> {
  const all = await linuxProcesses();
  if (all === undefined) return undefined;
  const young = all.filter((each) => each.startTicks >= startTicks);
  const strays: LinuxProcess[] = [];
  let isUncertain = false;
  for (const each of reach === 'session' ? [] : young) {
    // Threads of the kernel have no session, and never an environment.
    if (each.session === leader || each.session === 0) continue;
    const mark = await markOf(each.pid, id);
    if (mark === 'ours') strays.push(each);
    isUncertain ||= mark === 'unread';
  }
  return { session: young.filter(({ session }) => session === leader), strays, isUncertain };
}
