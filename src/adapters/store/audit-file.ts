import path from 'node:path';
import { createAppendFile, type AppendFile } from './append-file';
import { findLinesEnd, parseEntry } from './audit-lines';
import { truncateFile, withFile, writeAll, type Disk } from './disk';
import type { Problems } from './problems';

export interface AuditPlace {
  readonly disk: Disk;
  readonly path: string;
  readonly problems: Problems;
}

/** Opens an audit file for appending (000 Tool Audit) after repairing its end. */
export async function openAuditFile(place: AuditPlace): Promise<AppendFile> {
  const { disk, path: file } = place;
  const size = await repairAuditFile(place);
  return createAppendFile({
    size,
    open: async () => {
      const opened = await disk.open(file, 'write');
      try {
        await disk.flushFolder(path.dirname(file));
        return opened;
      } catch (error) {
        await opened.close();
        throw error;
      }
    },
  });
}

/**
 * Cuts off the unfinished line that a crash left; one that lacks only its newline gets it. Answers
 * the size, 0 when there is no file.
 */
export async function repairAuditFile({ disk, path: file, problems }: AuditPlace): Promise<number> {
  const found = await withFile(disk, file, async (opened) => {
    const size = await opened.size();
    const end = await findLinesEnd(opened);
    return { end, rest: Buffer.from(await opened.read(end, size - end)) };
  });
  if (found === undefined) return 0;
  const { end, rest } = found;
  if (rest.length === 0) return end;
  if (parseEntry(rest.toString()) !== undefined) {
    await finishLine(disk, file, end + rest.length);
    return end + rest.length + 1;
  }
  await truncateFile(disk, file, end);
  problems.report(
    `The audit log ended in the middle of an entry: ${rest.length} bytes were cut off. All complete entries are kept.`,
  );
  return end;
}

async function finishLine(disk: Disk, file: string, at: number): Promise<void> {
  const opened = await disk.open(file, 'write');
  try {
    await writeAll(opened, Buffer.from('\n'), at);
    await opened.flush();
  } finally {
    await opened.close();
  }
}
