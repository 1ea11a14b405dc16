import { errnoOf } from '../files/errno-failure';

/** True while a process with this id runs, whoever owns it, and where the system does not say. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errnoOf(error) !== 'ESRCH';
  }
}
