import { readFile } from 'node:fs/promises';

const markName = 'GATEHOUSE_COMMAND';

/** The variable that every process of a command carries, unless it has dropped its environment. */
export function commandMark(id: string): Readonly<Record<string, string>> {
  return { [markName]: id };
}

/** Whose mark an environment carries; no id is empty. */
export function markedBy(env: Readonly<Record<string, string>>): string {
  return env[markName] ?? '';
}

/** Whether a process began as part of the command, as Linux tells. */
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
