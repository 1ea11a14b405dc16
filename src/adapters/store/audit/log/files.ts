import {
  auditFilesByWriter,
  firstSlot,
  mainWriter,
  writerOfSeal,
  type AuditFile,
} from './audit-names';
import type { AuditKey } from '../../../../core/ports/audit-log';
import type { Clock } from '../../../../core/ports/system';
import type { StoreFolder } from '../../disk/file-names';
import { ifMissing } from '../../../system/errno';
import { withFile } from '../../../system/whole-file';
import type { Problems } from '../../disk/problems';
import { markBytes, parseMark, type ChainPoint, readLastLine, scanLines } from './lines';
import { timeOf } from './entries';
import { inFolder } from '../../disk/file-names';

/** Read at each use, so that changed settings apply at once. */
export interface AuditLimits {
  /** A file of this size is numbered and a new one started. */
  readonly auditMaxFileBytes: () => number;
  /** Numbered files whose last entry is older are removed; 0 keeps all. */
  readonly auditRetentionDays: () => number;
}

export interface AuditContext extends StoreFolder {
  readonly clock: Clock;
  readonly problems: Problems;
  readonly log: (line: string) => void;
  readonly auditKey: AuditKey;
  readonly limits: AuditLimits;
}

/** Longer lines are not parsed for their time. */
const maxTimedLineBytes = 1024 * 1024;

/** The files of a writer, oldest first. */
export async function filesOf(
  { disk, folder }: StoreFolder,
  writer: string,
): Promise<readonly AuditFile[]> {
  return auditFilesByWriter(await disk.names(folder)).get(writer) ?? [];
}

/** What `read` finds in the files of a writer, which were the same ones before and afterwards. */
export async function readFilesOf<T>(
  context: StoreFolder,
  writer: string,
  read: (files: readonly AuditFile[]) => Promise<T>,
): Promise<T> {
  const namesOf = (files: readonly AuditFile[]) => files.map(({ name }) => name).join();
  for (let files = await filesOf(context, writer); ;) {
    const found = await read(files);
    const now = await filesOf(context, writer);
    if (namesOf(now) === namesOf(files)) return found;
    files = now;
  }
}

/** A line of a chain, or its beginning if it is long. */
interface ChainedLine extends ChainPoint {
  readonly text: string;
}

export async function* chainedLines(
  { disk, folder }: StoreFolder,
  files: readonly AuditFile[],
  maxLineBytes = markBytes,
): AsyncGenerator<ChainedLine> {
  for (const { name } of files) {
    const file = await disk.open(inFolder(folder, name), 'read').catch(ifMissing(undefined));
    if (file === undefined) continue;
    try {
      const range = { from: 0, to: await file.size(), maxLineBytes, digests: true };
      for await (const { lines } of scanLines(file, range)) {
        for (const { head, digest } of lines) {
          const text = head.toString();
          const mark = parseMark(text);
          if (mark !== undefined) yield { ...mark, digest, text };
        }
      }
    } finally {
      await file.close();
    }
  }
}

/** The first chained line; undefined if there is none. */
export async function firstPoint(
  context: StoreFolder,
  files: readonly AuditFile[],
): Promise<ChainPoint | undefined> {
  for await (const line of chainedLines(context, files)) return line;
  return undefined;
}

/** The line with this number, searched from the newest file; undefined if there is none. */
export async function pointOf(
  context: StoreFolder,
  files: readonly AuditFile[],
  seq: number,
): Promise<ChainPoint | undefined> {
  for (const file of [...files].reverse()) {
    const first = await firstPoint(context, [file]);
    if (first === undefined || first.seq > seq) continue;
    for await (const line of chainedLines(context, [file])) if (line.seq === seq) return line;
    return undefined;
  }
  return undefined;
}

/** Time of the last entry of a file in epoch ms; undefined if it cannot be read. */
export async function lastTime(
  { disk, folder }: StoreFolder,
  { name }: AuditFile,
): Promise<number | undefined> {
  return withFile(disk, inFolder(folder, name), async (file) => {
    const last = await readLastLine(file, { maxLineBytes: maxTimedLineBytes });
    return timeOf(last?.line.head.toString() ?? '');
  });
}

/**
 * Every writer of the folder: those with files or a seal, and those whose seals are recorded with
 * the key although none of their files is left.
 */
export async function knownWriters(
  { disk, folder }: StoreFolder,
  key: AuditKey,
): Promise<readonly string[]> {
  const names = await disk.names(folder);
  const writers = new Set(auditFilesByWriter(names).keys());
  for (const name of names) {
    const writer = writerOfSeal(name);
    if (writer !== undefined) writers.add(writer);
  }
  if (await hasSeals(key, mainWriter)) writers.add(mainWriter);
  const highest = await key.highestSlot();
  for (let slot = firstSlot; slot <= (highest.ok ? highest.value : 0); slot += 1) {
    if (await hasSeals(key, String(slot))) writers.add(String(slot));
  }
  return [...writers];
}

/** Also false when secret storage fails: that is reported where the key is needed. */
async function hasSeals(key: AuditKey, writer: string): Promise<boolean> {
  const sealed = await key.sealedLog(writer);
  return sealed.ok && sealed.value !== undefined && sealed.value.number > 0;
}
