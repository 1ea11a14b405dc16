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

/** True if the process carries the command's mark (Linux only). */
export async function hasMark(pid: number, id: string): Promise<boolean> {
  if (id === '') return false;
  try {
    const environment = await readFile(`/proc/${String(pid)}/environ`, 'utf8');
    return environment.split('\0').includes(`${markName}=${id}`);
  } catch {
    // It ended or belongs to another user.
    return false;
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
  for (const each of reach === 'session' ? [] : young) {
    if (each.session !== leader && (await hasMark(each.pid, id))) strays.push(each);
  }
  return { session: young.filter(({ session }) => session === leader), strays };
}
