import { errnoOf } from '../files/errno-failure';

/** This process and the others of this machine. */
export interface Processes {
  readonly pid: number;
  /** True while a process with this id runs, whoever owns it, and where the system does not say. */
  isAlive(pid: number): boolean;
}

/** A storage folder that several windows share; it may not exist yet. */
export interface SharedFolder<Disk> {
  readonly disk: Disk;
  readonly folder: string;
  readonly processes: Processes;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errnoOf(error) !== 'ESRCH';
  }
}

export const systemProcesses: Processes = { pid: process.pid, isAlive };
