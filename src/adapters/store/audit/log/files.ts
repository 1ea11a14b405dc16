import type { AuditKey } from '../../../../core/ports/audit-log';
import type { Clock } from '../../../../core/ports/system';
import { type Disk, withFile } from '../../disk/disk';
import type { Problems } from '../../disk/problems';
import {
  markBytes,
  parseMark,
  type ChainPoint,
  findLineStart,
  parseEntry,
  readLine,
  scanLines,
} from './lines';
import { inFolder } from '../../disk/file-names';

/**
 * The files of the audit log. Each window writes as one writer: `main` in `audit.jsonl`, others in
 * `audit-<writer>.jsonl`. A full file gets a number, `audit.00001.jsonl`, and is never touched again.
 */
export interface AuditFile {
  readonly name: string;
  readonly writer: string;
  /** Counts by one; undefined for the file that is being written. */
  readonly number: number | undefined;
}

export const mainWriter = 'main';

/** Other writers are numbered from here on. */
export const firstSlot = 2;

const filePattern = /^audit(?:-([\w-]+))?(?:\.(\d{5,}))?\.jsonl$/;
const sealPattern = /^audit-heads(?:-([\w-]+))?\.json$/;
const ownerPattern = /^audit-(\d+)\.owner-(\d+)$/;

export function auditFileName(writer: string, number?: number): string {
  const stem = `audit${suffixOf(writer)}`;
  return number === undefined
    ? `${stem}.jsonl`
    : `${stem}.${String(number).padStart(5, '0')}.jsonl`;
}

export function parseAuditName(name: string): AuditFile | undefined {
  const match = filePattern.exec(name);
  // `audit-main.jsonl` would be a second log of the main window.
  if (match === null || match[1] === mainWriter) return undefined;
  const number = match[2] === undefined ? undefined : Number(match[2]);
  return { name, writer: match[1] ?? mainWriter, number };
}

/** The audit files among `names` by their writer, each in the order in which they were written. */
export function auditFilesByWriter(
  names: readonly string[],
): ReadonlyMap<string, readonly AuditFile[]> {
  const files = names.flatMap((name) => parseAuditName(name) ?? []);
  const writers = [...new Set(files.map(({ writer }) => writer))].sort(compareWriters);
  return new Map(
    writers.map((writer) => [
      writer,
      files
        .filter((file) => file.writer === writer)
        .sort((a, b) => (a.number ?? Infinity) - (b.number ?? Infinity)),
    ]),
  );
}

/** The seal of a writer's log; every writer has its own, so that no two windows write one file. */
export function sealFileName(writer: string): string {
  return `audit-heads${suffixOf(writer)}.json`;
}

export function writerOfSeal(name: string): string | undefined {
  const match = sealPattern.exec(name);
  return match === null ? undefined : (match[1] ?? mainWriter);
}

/** Says which window has a writer's place; see `audit-slot.ts`. */
export function ownerFileName(writer: string, generation: number): string {
  return `audit-${writer}.owner-${generation}`;
}

export interface OwnerFile {
  readonly name: string;
  readonly writer: string;
  readonly generation: number;
}

export function parseOwnerName(name: string): OwnerFile | undefined {
  const [, writer, generation] = ownerPattern.exec(name) ?? [];
  if (writer === undefined) return undefined;
  return { name, writer, generation: Number(generation) };
}

function suffixOf(writer: string): string {
  return writer === mainWriter ? '' : `-${writer}`;
}

function compareWriters(a: string, b: string): number {
  return (
    Number(b === mainWriter) - Number(a === mainWriter) ||
    a.localeCompare(b, 'en', { numeric: true })
  );
}

/** Read at each use, so that settings apply at once. */
export interface AuditLimits {
  /** A file that has reached this size gets a number, and a new one is begun. */
  readonly auditMaxFileBytes: () => number;
  /** Numbered files whose last entry is older go; 0 keeps them all. */
  readonly auditRetentionDays: () => number;
}

/** Where the audit log is and what it is kept with. */
export interface AuditContext {
  readonly disk: Disk;
  readonly folder: string;
  readonly clock: Clock;
  readonly problems: Problems;
  readonly log: (line: string) => void;
  readonly auditKey: AuditKey;
  readonly limits: AuditLimits;
}

interface AuditFilesContext {
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

/**
 * Every writer of the folder: those that have files or a seal, and those whose seals are remembered
 * beside the key although nothing is left of them.
 */
export async function knownWriters(
  { disk, folder }: AuditFilesContext,
  key: AuditKey,
): Promise<readonly string[]> {
  const names = await disk.names(folder);
  const writers = new Set(auditFilesByWriter(names).keys());
  for (const name of names) {
    const writer = writerOfSeal(name);
    if (writer !== undefined) writers.add(writer);
  }
  if (await hasSeals(key, mainWriter)) writers.add(mainWriter);
  // Numbers are given from the smallest on, so that there are no gaps.
  for (let slot = firstSlot; await hasSeals(key, String(slot)); slot += 1) {
    writers.add(String(slot));
  }
  return [...writers];
}

/** False too when the secrets do not open: that is told where the key is needed. */
async function hasSeals(key: AuditKey, writer: string): Promise<boolean> {
  const newest = await key.newest(writer);
  return newest.ok && newest.value > 0;
}
