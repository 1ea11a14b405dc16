import type { Clock } from '../../core/ports/system';
import type { RecordedCommand } from './command-journal';
import { hasMark, commandProcesses } from './command-processes';
import { processState, type LinuxProcess } from '../system/process-identity';

const graceMs = 2000;
const pollMs = 50;

/** The outcome for a command whose host is dead (decision 38). */
export type OrphanOutcome = 'killed' | 'still_running' | 'gone';

/**
 * Ends the remaining processes of a command and returns the outcome. Kills only identified
 * processes: its group by the leader's start time or, if the leader has exited, by the mark of its
 * processes; and processes outside the group by that mark. A process that has reused the id is left
 * alone.
 */
export async function endOrphan(entry: RecordedCommand, clock: Clock): Promise<OrphanOutcome> {
  let found = await findProcesses(entry);
  if (found.state !== 'ours') return found.state === 'unknown' ? 'still_running' : 'gone';
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    for (const target of found.targets) send(target, signal);
    found = await waitUntilGone(graceMs, entry, clock);
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

/** Checks for live processes: zombies remain until their exit is collected. */
async function waitUntilGone(ms: number, entry: RecordedCommand, clock: Clock): Promise<Found> {
  const deadline = clock.monotonic() + ms;
  for (;;) {
    const found = await findProcesses(entry);
    if (found.state === 'gone' || clock.monotonic() >= deadline) return found;
    await new Promise<void>((resolve) => clock.after(pollMs, resolve));
  }
}

interface Found {
  readonly state: 'ours' | 'unknown' | 'gone';
  /** Targets for `process.kill`: groups are negative. */
  readonly targets: readonly number[];
}

async function findProcesses(entry: RecordedCommand): Promise<Found> {
  const trace = {
    leader: entry.pid,
    id: entry.id,
    startTicks: Number(entry.startTime ?? Infinity),
  };
  const living = await commandProcesses(trace, 'everywhere');
  const strays = (living?.strays ?? []).map(({ pid }) => pid);
  const state = await stateOf(entry, living?.session ?? []);
  if (state !== 'ours') return strays.length === 0 ? { state, targets: [] } : ours(strays);
  const otherGroups = (living?.session ?? []).filter(({ group }) => group !== entry.pid);
  return ours([-entry.pid, ...otherGroups.map(({ pid }) => pid), ...strays]);
}

function ours(targets: readonly number[]): Found {
  return { state: 'ours', targets };
}

async function stateOf(
  entry: RecordedCommand,
  session: readonly LinuxProcess[],
): Promise<Found['state']> {
  const leader = await processState(entry.pid);
  if (leader.state === 'lives') {
    if (leader.startTime === undefined || entry.startTime === undefined) return 'unknown';
    // No new process gets the id of a live group: if another process has the id, the group is gone.
    return leader.startTime === entry.startTime ? 'ours' : 'gone';
  }
  if (session.length === 0) return 'gone';
  for (const { pid } of session) if (await hasMark(pid, entry.id)) return 'ours';
  return 'unknown';
}
