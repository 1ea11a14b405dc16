import type { AppendFile } from './append-file';
import { repairAuditFile } from './audit-file';
import { truncateFile, withFile, type Disk, type DiskFile } from './disk';
import type { Journal } from './journal-file';
import { findStart, readRecords } from './journal-reader';
import { repairJournal } from './journal-repair';
import { auditName, inFolder, journalName, mergingName, parseMergingName } from './names';
import { writerFiles, type WriterFile } from './names';
import type { Problems } from './problems';

/**
 * Takes the files of windows that are gone into the main ones. What is being taken is first renamed
 * to a name that says where in the main file it goes, so that a crash on the way can be undone: cut
 * the main file off there, append again. Nothing else is appended before all this is done.
 */
export interface MergePlace {
  readonly disk: Disk;
  readonly folder: string;
  readonly problems: Problems;
  readonly stamp: string;
}

export interface MergeTargets {
  readonly audit: AppendFile;
  readonly journal: Journal;
}

const copyBytes = 1024 * 1024;

/** Undoes a merge that a crash cut short. Before the main files are opened. */
export async function undoHalfMerges({ disk, folder }: MergePlace): Promise<void> {
  for (const name of await disk.names(folder)) {
    const merging = parseMergingName(name);
    if (merging === undefined) continue;
    const main = inFolder(folder, merging.from.kind === 'audit' ? auditName : journalName);
    const size = await withFile(disk, main, (file) => file.size());
    if (size !== undefined && size > merging.offset) {
      await truncateFile(disk, main, merging.offset);
    }
  }
}

/** What was in the folder, and then which windows were alive: in this order. */
export interface Seen {
  readonly names: readonly string[];
  readonly alive: ReadonlySet<string>;
}

/** Appends every file of a window that is gone, then removes it. */
export async function mergeWriters(
  place: MergePlace,
  targets: MergeTargets,
  { names, alive }: Seen,
): Promise<void> {
  for (const name of names) {
    const merging = parseMergingName(name);
    if (merging !== undefined) await take(place, targets, { name, kind: merging.from.kind });
  }
  for (const from of writerFiles(names)) {
    if (from.token === undefined || alive.has(from.token)) continue;
    const name = await claim(place, targets, from);
    if (name !== undefined) await take(place, targets, { name, kind: from.kind });
  }
}

/** Repairs the file and renames it; answers its new name, undefined when nothing is in it. */
async function claim(
  place: MergePlace,
  { audit, journal }: MergeTargets,
  from: WriterFile,
): Promise<string | undefined> {
  const { disk, folder } = place;
  const file = inFolder(folder, from.name);
  if (from.kind === 'journal' && (await repairJournal({ ...place, path: file })) === undefined) {
    return undefined;
  }
  if (from.kind === 'audit') await repairAuditFile({ ...place, path: file });
  const offset = from.kind === 'audit' ? audit.flushedSize() : journal.flushedSize();
  const name = mergingName(from.name, offset);
  await disk.rename(file, inFolder(folder, name));
  await disk.flushFolder(folder);
  return name;
}

async function take(
  { disk, folder }: MergePlace,
  { audit, journal }: MergeTargets,
  { name, kind }: Pick<WriterFile, 'name' | 'kind'>,
): Promise<void> {
  const file = inFolder(folder, name);
  await withFile(disk, file, (opened) =>
    kind === 'audit' ? copyLines(opened, audit) : copyRecords(opened, journal),
  );
  await disk.remove(file);
  // Were the file to come back after a power cut, the main file would be cut off at the old size.
  await disk.flushFolder(folder);
}

async function copyLines(from: DiskFile, audit: AppendFile): Promise<void> {
  const size = await from.size();
  for (let at = 0; at < size; at += copyBytes) {
    await audit.append([await from.read(at, Math.min(copyBytes, size - at))]);
  }
}

async function copyRecords(from: DiskFile, journal: Journal): Promise<void> {
  const start = await findStart(from);
  if (start === undefined) return;
  for await (const { type, payload } of readRecords(from, start, await from.size())) {
    await journal.append(type, payload);
  }
}
