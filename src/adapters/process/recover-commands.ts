import path from 'node:path';
import type { Result } from '../../core/contracts/failure';
import type { Clock } from '../../core/ports/system';
import { nodeDisk } from '../system/node-disk';
import { readWhole } from '../system/whole-file';
import type { Disk } from '../system/disk';
import { parseOwner, type Leases } from '../leases/leases';
import {
  commandLeases,
  parseRecord,
  type CommandJournalOptions,
  type RecordedCommand,
} from './command-journal';
import { endOrphan, type OrphanOutcome } from './orphan';
import { bootId } from '../system/process-identity';
import { systemProcesses } from '../system/processes';
import { isMissing } from '../system/errno';

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
  const { folder, clock, disk = nodeDisk } = recovery;
  const leases = commandLeases(recovery, clock);
  const files = (await namesIn(folder, disk)).map((name) => path.join(folder, name));
  try {
    const found = await Promise.all(
      files.map((file) => recoverFile(file, { ...recovery, disk, leases })),
    );
    return found.filter((one) => one !== undefined);
  } finally {
    leases.close();
  }
}

async function namesIn(folder: string, disk: Disk): Promise<readonly string[]> {
  try {
    return await disk.names(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

interface FileRecovery extends Recovery {
  readonly disk: Disk;
  readonly leases: Leases;
}

async function recoverFile(
  file: string,
  recovery: FileRecovery,
): Promise<RecoveredCommand | undefined> {
  try {
    if (!file.endsWith('.tmp')) return await recoverRecord(file, recovery);
    await removeUnfinished(file, recovery);
  } catch (error) {
    recovery.log(`The record of a command could not be checked: ${String(error)}`);
  }
  return undefined;
}

async function removeUnfinished(file: string, { clock, disk }: FileRecovery): Promise<void> {
  if (clock.now() - (await disk.modifiedAt(file)) > unfinishedMs) await disk.remove(file);
}

async function recoverRecord(
  file: string,
  recovery: FileRecovery,
): Promise<RecoveredCommand | undefined> {
  const { disk, leases, log } = recovery;
  const [, record = file, claimer] = claimPattern.exec(file) ?? [];
  if (claimer !== undefined && (await leases.isLive(claimer, file))) return undefined;
  const entry = await readEntry(file, disk);
  if (entry === 'removed') return undefined;
  if (entry === undefined) {
    log(`The record of a command is damaged and was removed: ${path.basename(file)}`);
    await disk.remove(file);
    return undefined;
  }
  if (await leases.isLive(entry.owner, file)) return undefined;
  const claim = `${record}.${await leases.own()}.claim`;
  if (!(await leases.takeOver(file, claim))) return undefined;
  return endClaimed(entry, { claim, record }, recovery);
}

/** A record that is released is checked again at the next start. */
async function endClaimed(
  entry: RecordedCommand,
  { claim, record }: { readonly claim: string; readonly record: string },
  recovery: FileRecovery,
): Promise<RecoveredCommand> {
  const { clock, disk, leases, report } = recovery;
  const outcome = (await isOfThisRun(entry, recovery)) ? await endOrphan(entry, clock) : 'gone';
  const reported = await report({ entry, outcome });
  if (reported.ok && outcome !== 'still_running') await disk.remove(claim);
  else await leases.release(claim, record);
  return { entry, outcome };
}

/** `one.json.<owner>.claim`: the window that handles the record, so that no other does. */
const claimPattern = /^(.+\.json)\.(.+)\.claim$/s;

async function readEntry(
  file: string,
  disk: Disk,
): Promise<RecordedCommand | 'removed' | undefined> {
  const bytes = await readWhole(disk, file);
  return bytes === undefined ? 'removed' : parseRecord(Buffer.from(bytes).toString());
}

/** Process ids are valid only on the same machine and until it restarts. */
async function isOfThisRun(
  { owner, bootId: then }: RecordedCommand,
  { processes = systemProcesses }: CommandJournalOptions,
): Promise<boolean> {
  return parseOwner(owner)?.machine === processes.machine && then === (await bootId());
}
