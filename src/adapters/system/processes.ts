import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { bootId, processState, type ProcessState } from './process-identity';
import { loadOnce } from '../../core/base/async';

/** This process and the others of this machine. */
export interface Processes {
  readonly pid: number;
  /** Process ids are valid only on this machine. */
  readonly machine: string;
  /** The start time also differs after a restart of the machine. */
  find(pid: number): Promise<ProcessState>;
  /** Tokens of the leases that this process holds. */
  readonly tokens: Set<string>;
}

/** A storage folder that several windows share; it may not exist yet. */
export interface SharedFolder<Disk> {
  readonly disk: Disk;
  readonly folder: string;
  readonly processes: Processes;
}

const boot = loadOnce(bootId);

export const systemProcesses: Processes = {
  pid: process.pid,
  machine: shortHash(hostname()),
  find: async (pid) => {
    const found = await processState(pid);
    if (found.state === 'gone' || found.startTime === undefined) return found;
    return { ...found, startTime: shortHash(`${(await boot()) ?? ''} ${found.startTime}`) };
  },
  tokens: new Set(),
};

/** Eight hexadecimal digits. */
function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
