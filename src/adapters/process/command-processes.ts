import { readFile } from 'node:fs/promises';
import { linuxProcesses, type LinuxProcess } from './process-identity';

const markName = 'GATEHOUSE_COMMAND';

/** The variable that every process of a command carries, unless it has dropped its environment. */
export function commandMark(id: string): Readonly<Record<string, string>> {
  return { [markName]: id };
}

/** Whose mark an environment carries; no id is empty. */
export function markedBy(env: Readonly<Record<string, string>>): string {
  return env[markName] ?? '';
}

/** Whether a process belongs to the command, according to Linux. */
export async function hasMark(pid: number, id: string): Promise<boolean> {
  if (id === '') return false;
  try {
    const environment = await readFile(`/proc/${String(pid)}/environ`, 'utf8');
    return environment.split('\0').includes(`${markName}=${id}`);
  } catch {
    // It ended, or is another user's: then it is not known to be ours.
    return false;
  }
}

/** Identifies the processes of one command. */
export interface CommandTrace {
  /** Its first process, which leads its session and its first group. */
  readonly leader: number;
  /** What the command's mark says. */
  readonly id: string;
  /** When it began; processes that are older are none of it. */
  readonly startTicks: number;
}

/** What lives of a command on Linux, zombies and what is hidden from us left out. */
export interface CommandProcesses {
  /** Of the leader's session: its group, and those that job control made of it (`set -m`). */
  readonly session: readonly LinuxProcess[];
  /** In sessions of their own (`setsid`), but with the mark of the command. */
  readonly strays: readonly LinuxProcess[];
}

/** Undefined on other systems, and without /proc. */
export async function commandProcesses(
  { leader, id, startTicks }: CommandTrace,
  reach: 'session' | 'everywhere',
): Promise<CommandProcesses | undefined> {
  const all = await linuxProcesses();
  if (all === undefined) return undefined;
  const young = all.filter((each) => each.startTicks >= startTicks);
  const strays: LinuxProcess[] = [];
  for (const each of reach === 'session' ? [] : young) {
    if (each.session !== leader && (await hasMark(each.pid, id))) strays.push(each);
  }
  return { session: young.filter(({ session }) => session === leader), strays };
}
