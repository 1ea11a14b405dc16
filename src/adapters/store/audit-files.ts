import { markBytes, parseMark, type ChainPoint } from './audit-chain';
import { findLineStart, parseEntry, readLine, scanLines } from './audit-lines';
import { auditFilesByWriter, type AuditFile } from './audit-names';
import { withFile, type Disk } from './disk';
import { inFolder } from './names';

export interface AuditFilesContext {
  readonly disk: Disk;
  readonly folder: string;
}

/** A line is asked for its time only up to this size, in bytes. */
const longestLine = 1024 * 1024;

/** The files of a writer, in the order in which they were written. */
export async function filesOf(
  { disk, folder }: AuditFilesContext,
  writer: string,
): Promise<readonly AuditFile[]> {
  return auditFilesByWriter(await disk.names(folder)).get(writer) ?? [];
}

/** The first chained line of the files; undefined when there is none. */
export async function firstPoint(
  place: AuditFilesContext,
  files: readonly AuditFile[],
): Promise<ChainPoint | undefined> {
  for (const file of files) {
    const found = await findPoint(place, file, () => true);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The line of that number, searched from the newest file on; undefined when there is none. */
export async function pointOf(
  place: AuditFilesContext,
  files: readonly AuditFile[],
  seq: number,
): Promise<ChainPoint | undefined> {
  for (const file of [...files].reverse()) {
    const first = await firstPoint(place, [file]);
    if (first === undefined || first.seq > seq) continue;
    return first.seq === seq ? first : findPoint(place, file, (at) => at === seq);
  }
  return undefined;
}

async function findPoint(
  { disk, folder }: AuditFilesContext,
  { name }: AuditFile,
  isWanted: (seq: number) => boolean,
): Promise<ChainPoint | undefined> {
  return withFile(disk, inFolder(folder, name), async (file) => {
    const range = { from: 0, to: await file.size(), keep: markBytes, digests: true };
    for await (const { lines } of scanLines(file, range)) {
      for (const { head, digest } of lines) {
        const mark = parseMark(head.toString());
        if (mark !== undefined && isWanted(mark.seq)) return { ...mark, digest };
      }
    }
    return undefined;
  });
}

/** When the last entry of a file was written, in epoch ms; undefined when that cannot be read. */
export async function lastTime(
  { disk, folder }: AuditFilesContext,
  { name }: AuditFile,
): Promise<number | undefined> {
  return withFile(disk, inFolder(folder, name), async (file) => {
    const end = await findLineStart(file, await file.size());
    if (end === 0) return undefined;
    const from = await findLineStart(file, end - 1);
    const line = await readLine(file, { from, to: end, keep: longestLine });
    const at = Date.parse(parseEntry(line?.head.toString() ?? '')?.ts ?? '');
    return Number.isNaN(at) ? undefined : at;
  });
}
