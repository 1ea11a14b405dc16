import type { Clock } from '../../core/ports/system';
import type { RecordedCommand } from './command-journal';
import { commandProcesses, markOf } from './command-processes';
import { processState, type LinuxProcess } from '../system/process-identity';

const graceMs = 2000;
const pollMs = 50;
/** Loading a program takes far less, even on a busy machine. */
const loadMs = 500;

/** The outcome for a command whose host is dead (decision 38). */
export type OrphanOutcome = 'killed' | 'still_running' | 'gone';

/**
 * Ends the remaining processes of a command and returns the outcome. Kills only identified
 * processes: its group by the leader's start time or, if the leader has exited, by the mark of its
 * processes; and processes outside the group by that mark. A process that has reused the id is left
 * alone.
 */
export async function endOrphan(entry: RecordedCommand, clock: Clock): Promise<OrphanOutcome> {
  let found = await findUntil(({ isUncertain }) => !isUncertain, loadMs, entry, clock);
  if (found.state !== 'ours') return found.state === 'unknown' ? 'still_running' : 'gone';
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    for (const target of found.targets) send(target, signal);
    found = await findUntil(
      ({ state, isUncertain }) => state === 'gone' && !isUncertain,
      graceMs,
      entry,
      clock,
    );
    if (found.state === 'gone') return 'killed';
  }
  return 'still_running';
}

function send(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal);
  } catch {
    // None is left, or what is left belongs to another user: the next step asks which.
  }
}

/** Looks again until `isEnough`, for `ms` at most; zombies do not count as processes. */
async function findUntil(
  isEnough: (found: Found) => boolean,
  ms: number,
  entry: RecordedCommand,
  clock: Clock,
): Promise<Found> {
  const deadline = clock.monotonic() + ms;
  for (;;) {
    const found = await findProcesses(entry);
    if (isEnough(found) || clock.monotonic() >= deadline) return found;
    await new Promise<void>((resolve) => clock.after(pollMs, resolve));
  }
}

interface Found {
  readonly state: 'ours' | 'unknown' | 'gone';
  /** Targets for `process.kill`: groups are negative. */
  readonly targets: readonly number[];
  /** A process that is loading a program may belong to the command. */
  readonly isUncertain: boolean;
}

async function findProcesses(entry: RecordedCommand): Promise<Found> {
  const trace = {
    leader: entry.pid,
    id: entry.id,
    startTicks: Number(entry.startTime ?? Infinity),
  };
  const found = await commandProcesses(trace, 'everywhere');
  const { session, strays } = found ?? { session: [], strays: [] };
  const leader = await stateOf(entry, session);
  const isUncertain = leader === 'loading' || found?.isUncertain === true;
  const state = leader === 'loading' ? 'unknown' : leader;
  const outside = strays.map(({ pid }) => pid);
  if (state !== 'ours') {
    return { state: outside.length === 0 ? state : 'ours', targets: outside, isUncertain };
  }
  const otherGroups = session.filter(({ group }) => group !== entry.pid);
  const targets = [-entry.pid, ...otherGroups.map(({ pid }) => pid), ...outside];
  return { state, targets, isUncertain };
}

/** `loading`: it is unknown only while a process loads a program. */
async function stateOf(
  entry: RecordedCommand,
  session: readonly LinuxProcess[],
): Promise<Found['state'] | 'loading'> {
  const leader = await processState(entry.pid);
  if (leader.state === 'lives') {
    if (leader.startTime === undefined || entry.startTime === undefined) return 'unknown';
    // No new process gets the id of a live group: if another process has the id, the group is gone.
    return leader.startTime === entry.startTime ? 'ours' : 'gone';
  }
  if (session.length === 0) return 'gone';
  const marks = await Promise.all(session.map(({ pid }) => markOf(pid, entry.id)));
  if (marks.includes('ours')) return 'ours';
  return marks.includes('unread') ? 'loading' : 'unknown';
}
