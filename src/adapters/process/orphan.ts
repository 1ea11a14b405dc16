import type { Clock } from '../../core/ports/clock';
import type { RecordedCommand } from './recorded-command';
import { hasMark } from './command-mark';
import { linuxGroup, processState } from './process-identity';

const graceMs = 2000;
const pollMs = 50;

/** What became of a command whose host is dead (DESIGN decision 38). */
export type OrphanOutcome = 'killed' | 'still_running' | 'gone';

/**
 * Ends what is left of a command and says what that was. Only a group that is known to be the
 * command's is killed: by its leader's start time, or, when the leader has exited, by the mark that
 * its processes carry. Whoever else has the id now is left alone.
 */
export async function endOrphan(entry: RecordedCommand, clock: Clock): Promise<OrphanOutcome> {
  const found = await identify(entry);
  if (found !== 'ours') return found === 'unknown' ? 'still_running' : 'gone';
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (!send(entry.pid, signal)) break;
    if (await goneWithin(graceMs, entry, clock)) return 'killed';
  }
  return (await identify(entry)) === 'gone' ? 'killed' : 'still_running';
}

function send(group: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(-group, signal);
  } catch {
    // Nobody is left, or what is left is another user's: what it is, is asked next.
    return false;
  }
}

/** Asks for processes that live: who has nobody to fetch their exit stay in the system as zombies. */
async function goneWithin(ms: number, entry: RecordedCommand, clock: Clock): Promise<boolean> {
  const deadline = clock.monotonic() + ms;
  while ((await identify(entry)) !== 'gone') {
    if (clock.monotonic() >= deadline) return false;
    await new Promise<void>((resolve) => clock.after(pollMs, resolve));
  }
  return true;
}

async function identify(entry: RecordedCommand): Promise<'ours' | 'unknown' | 'gone'> {
  const leader = await processState(entry.pid);
  if (leader.state === 'lives') {
    if (leader.startTime === undefined || entry.startTime === undefined) return 'unknown';
    // No process gets the id of a group that lives: with a stranger in its place, the group is gone.
    return leader.startTime === entry.startTime ? 'ours' : 'gone';
  }
  const members = ((await linuxGroup(entry.pid)) ?? []).filter(
    ({ session, startTicks }) =>
      session === entry.pid && startTicks >= Number(entry.startTime ?? Infinity),
  );
  if (members.length === 0) return 'gone';
  for (const { pid } of members) if (await hasMark(pid, entry.id)) return 'ours';
  return 'unknown';
}
