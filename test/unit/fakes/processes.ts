import type { Processes } from '../../../src/adapters/system/processes';

export interface FakeProcesses {
  readonly pid?: number;
  readonly isAlive: (pid: number) => boolean;
  readonly machine?: string;
  /** Undefined: the system does not say. The same for a process at each call. */
  readonly startTime?: (pid: number) => string | undefined;
}

export const fakeMachine = '0a0b0c0d';

/** Processes that run as long as the test says; each has a start time of its own. */
export function fakeProcesses(options: FakeProcesses): Processes {
  const { pid = 100, isAlive, machine = fakeMachine } = options;
  const { startTime = (one: number) => one.toString(16).padStart(8, '0') } = options;
  return {
    pid,
    machine,
    find: (one) =>
      Promise.resolve(
        isAlive(one) || one === pid
          ? { state: 'lives', startTime: startTime(one) }
          : { state: 'gone' },
      ),
    tokens: new Set(),
  };
}
