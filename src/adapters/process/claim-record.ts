import type { Disk } from '../store/disk';
import { errorCodeOf } from '../store/disk-failure';
import { processState, startTimeOf } from './process-identity';

/** A record that one window has taken, so that no other one acts on it. */
export interface ClaimedRecord {
  /** It was acted on: it is not needed any more. */
  remove(): Promise<void>;
  /** Gives it back, for the next start to look at again. */
  release(): Promise<void>;
}

/** `one.json.4711-88.claim`: by the process 4711 that began at 88. */
const claimName = /^(.+)\.(\d+)-(\d*)\.claim$/s;

/** False while a living window has it. */
export async function isUnclaimed(file: string): Promise<boolean> {
  const [, , pid, then] = claimName.exec(file) ?? [];
  if (pid === undefined) return true;
  const owner = await processState(Number(pid));
  if (owner.state === 'gone') return true;
  return owner.startTime !== undefined && then !== '' && digitsOf(owner.startTime) !== then;
}

/** Takes a record by a rename, which one window alone can win; undefined for all others. */
export async function claimRecord(file: string, disk: Disk): Promise<ClaimedRecord | undefined> {
  const record = claimName.exec(file)?.[1] ?? file;
  const started = digitsOf((await startTimeOf(process.pid)) ?? '');
  const claim = `${record}.${String(process.pid)}-${started}.claim`;
  try {
    await disk.rename(file, claim);
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  return {
    remove: () => disk.remove(claim),
    release: () => disk.rename(claim, record),
  };
}

/** A start time as part of a file name. */
function digitsOf(startTime: string): string {
  return startTime.replace(/\D/g, '');
}
