import { hostname } from 'node:os';
import path from 'node:path';
import type { Result } from '../../core/contracts/failure';
import type { Clock } from '../../core/ports/system';
import { nodeDisk, withFile, type Disk, errorCodeOf } from '../store/disk/disk';
import { parseRecord, type RecordedCommand, type CommandJournalOptions } from './command-journal';
import { endOrphan, type OrphanOutcome } from './orphan';
import { bootId, processState, startTimeOf } from '../system/process-identity';

const dayMs = 86_400_000;
/**
 * Writing a record takes far less; an older incomplete record was never finished, and its command
 * never ran.
 */
const unfinishedMs = 60_000;

export interface RecoveredCommand {
  readonly entry: RecordedCommand;
  readonly outcome: OrphanOutcome;
}

export interface Recovery extends CommandJournalOptions {
  readonly clock: Clock;
  /** Records a finding; the file stays until that has succeeded. */
  readonly report: (found: RecoveredCommand) => Promise<Result<void>>;
}

/**
 * Ends and reports processes of commands whose host has died (decision 38). Commands of live
 * windows are left alone, and if several windows start at once, only one handles a record. A file
 * stays while its command may still run, so that the next start checks again.
 */
export async function recoverCommands(recovery: Recovery): Promise<readonly RecoveredCommand[]> {
  const { folder, disk = nodeDisk } = recovery;
  const files = (await namesIn(folder, disk)).map((name) => path.join(folder, name));
  const found = await Promise.all(files.map((file) => recoverFile(file, disk, recovery)));
  return found.filter((one) => one !== undefined);
}

async function namesIn(folder: string, disk: Disk): Promise<readonly string[]> {
  try {
    return await disk.names(folder);
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

async function recoverFile(
  file: string,
  disk: Disk,
  recovery: Recovery,
): Promise<RecoveredCommand | undefined> {
  const { clock, log, report } = recovery;
  try {
    if (file.endsWith('.tmp')) {
      if (clock.now() - (await disk.modifiedAt(file)) > unfinishedMs) await disk.remove(file);
      return undefined;
    }
    if (!(await isUnclaimed(path.basename(file)))) return undefined;
    const entry = await readEntry(file, disk);
    if (entry === 'removed') return undefined;
    if (entry === undefined) {
      log(`The record of a command is damaged and was removed: ${path.basename(file)}`);
      await disk.remove(file);
      return undefined;
    }
    if (await isAnothers(entry, clock)) return undefined;
    const claim = await claimRecord(file, disk);
    if (claim === undefined) return undefined;
    const outcome = (await isOfThisRun(entry)) ? await endOrphan(entry, clock) : 'gone';
    const reported = await report({ entry, outcome });
    if (reported.ok && outcome !== 'still_running') await claim.remove();
    else await claim.release();
    return { entry, outcome };
  } catch (error) {
    log(`The record of a command could not be checked: ${String(error)}`);
    return undefined;
  }
}

async function readEntry(
  file: string,
  disk: Disk,
): Promise<RecordedCommand | 'removed' | undefined> {
  const bytes = await withFile(disk, file, async (opened) => opened.read(0, await opened.size()));
  return bytes === undefined ? 'removed' : parseRecord(Buffer.from(bytes).toString());
}

/**
 * True for a record of a live window, or of another machine that shares the folder, which counts as
 * live for a day.
 */
async function isAnothers(entry: RecordedCommand, clock: Clock): Promise<boolean> {
  if (entry.machine !== hostname()) {
    return clock.now() - Date.parse(entry.startedAt) < dayMs;
  }
  if (!(await isOfThisRun(entry))) return false;
  const host = await processState(entry.hostPid);
  if (host.state === 'gone') return false;
  const [then, now] = [entry.hostStartTime, host.startTime];
  return then === undefined || now === undefined || then === now;
}

/** Process ids are valid only on the same machine and until it restarts. */
async function isOfThisRun(entry: RecordedCommand): Promise<boolean> {
  return entry.machine === hostname() && entry.bootId === (await bootId());
}

/** A record claimed by one window, so that no other handles it. */
export interface ClaimedRecord {
  /** Call when it was handled. */
  remove(): Promise<void>;
  /** Releases it for the next start. */
  release(): Promise<void>;
}

/** `one.json.4711-88.claim`: claimed by process 4711, started at 88. */
const claimName = /^(.+)\.(\d+)-(\d*)\.claim$/s;

/** False while a live window has claimed it. */
async function isUnclaimed(file: string): Promise<boolean> {
  const [, , pid, then] = claimName.exec(file) ?? [];
  if (pid === undefined) return true;
  const owner = await processState(Number(pid));
  if (owner.state === 'gone') return true;
  return owner.startTime !== undefined && then !== '' && digitsOf(owner.startTime) !== then;
}

/** Claims a record with a rename, which only one window can win; undefined for all others. */
async function claimRecord(file: string, disk: Disk): Promise<ClaimedRecord | undefined> {
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
