import { indexAudit } from '../audit/audit-index';
import { auditFileName } from '../audit/log/files';
import { fileTimestamp, inFolder } from '../disk/file-names';
import { firstRecordAt } from '../journal/format';
import { preserveCopy } from '../journal/journal';
import { savedAtOf, type IndexContext, type LoadedIndex } from './load-index';
import { isCompacted, listRecordFiles, type RecordFile } from './record-files';
import { replayRecords, type ReplaySource } from './replay';

/** The additions of one catch-up. */
export interface CatchUpCounts {
  readonly records: number;
  readonly auditRows: number;
}

/**
 * Reads additions to the audit log and the record files: everything in the files of other windows,
 * only the flushed part of the own journal. Undefined if files that the database needs are gone:
 * the main window has rewritten them, and the database must be loaded again.
 */
export async function catchUp(
  context: IndexContext,
  loaded: LoadedIndex,
): Promise<CatchUpCounts | undefined> {
  const listed = await listRecordFiles(context);
  if (!updateFileNames(loaded, listed)) return undefined;
  const files = await withoutUnknownFiles(context, loaded, listed);
  if (files === undefined) return undefined;
  const { audit } = context.opened;
  const own = { name: auditFileName(audit.writer), end: audit.flushedSize() };
  const auditRows = await indexAudit(context, loaded.database, own);
  const damages: Damage[] = [];
  const sources = files.flatMap((file) => sourceOf(loaded, file, damages));
  const records = await replayRecords(context, loaded, sources);
  for (const damage of damages) await preserveDamagedFile(context, damage);
  const { journal } = context.opened;
  for (const { seq } of loaded.progress.values()) journal.skipPast(seq);
  return { records, auditRows };
}

/** Updates the file names; false if a file is gone. */
function updateFileNames({ progress, names }: LoadedIndex, files: readonly RecordFile[]): boolean {
  names.clear();
  for (const { id, name } of files) names.set(id, name);
  for (const [id, at] of progress) {
    if (names.has(id)) continue;
    if (at.state !== 'replaced' && at.offset > firstRecordAt) return false;
    progress.delete(id);
  }
  return true;
}

/**
 * Handles compacted files unknown to the database. In the main window they are left from an
 * interrupted compaction and are marked for removal. In a second window the main window is
 * compacting or has finished; if the database has changed too, undefined means: load it again.
 */
async function withoutUnknownFiles(
  context: IndexContext,
  { progress, isNew, savedAt }: LoadedIndex,
  files: readonly RecordFile[],
): Promise<readonly RecordFile[] | undefined> {
  const isUnknown = ({ id }: RecordFile) => isCompacted(id) && !progress.has(id);
  if (isNew || !files.some(isUnknown)) return files;
  const isMain = context.opened.lock.role === 'main';
  if (!isMain && (await savedAtOf(context)) !== savedAt) return undefined;
  for (const { id } of isMain ? files.filter(isUnknown) : []) {
    progress.set(id, { state: 'replaced', seq: 0, offset: firstRecordAt, idle: 0 });
  }
  return files.filter((file) => !isUnknown(file));
}

interface Damage {
  readonly name: string;
  bytes: number;
}

function sourceOf(
  { progress }: LoadedIndex,
  { id, name, state, end }: RecordFile,
  damages: Damage[],
): readonly ReplaySource[] {
  const at = progress.get(id);
  if (at !== undefined && at.state !== 'open') return [];
  if (at !== undefined && end !== undefined && at.offset >= end) return [];
  const from = at && { seq: at.seq, offset: at.offset };
  const source = { id, name, from, end, isSealed: state === 'sealed' };
  if (state === 'other') return [source];
  const onDamage = (bytes: number) => {
    const known = damages.find((damage) => damage.name === name);
    if (known === undefined) damages.push({ name, bytes });
    else known.bytes += bytes;
  };
  return [{ ...source, onDamage }];
}

async function preserveDamagedFile(context: IndexContext, { name, bytes }: Damage): Promise<void> {
  const { disk, folder, problems, clock, opened } = context;
  if (opened.lock.role !== 'main') return;
  const path = inFolder(folder, name);
  await preserveCopy({ disk, path, problems, stamp: fileTimestamp(clock) }, bytes);
}
