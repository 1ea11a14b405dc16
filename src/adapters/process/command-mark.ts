import { readFile } from 'node:fs/promises';

const markName = 'GATEHOUSE_COMMAND';

/** The variable that every process of a command carries, unless it has dropped its environment. */
export function commandMark(id: string): Readonly<Record<string, string>> {
  return { [markName]: id };
}

/** Whether a process began as part of the command, as Linux tells. */
export async function hasMark(pid: number, id: string): Promise<boolean> {
  try {
    const environment = await readFile(`/proc/${String(pid)}/environ`, 'utf8');
    return environment.split('\0').includes(`${markName}=${id}`);
  } catch {
    // It ended, or is another user's: then it is not known to be ours.
    return false;
  }
}
