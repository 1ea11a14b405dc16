import type { AuditKey } from '../../../../core/ports/audit-log';
import type { Clock } from '../../../../core/ports/system';
import type { StoreFolder } from '../../disk/file-names';
import { withFile } from '../../../system/whole-file';
import type { Problems } from '../../disk/problems';
import {
  markBytes,
  parseMark,
  type ChainPoint,
  parseEntry,
  readLastLine,
  scanLines,
} from './lines';
import { inFolder } from '../../disk/file-names';

/**
 * Files of the audit log. Each window writes as one writer: `main` to `audit.jsonl`, the others to
 * `audit-<writer>.jsonl`. A full file is numbered, `audit.00001.jsonl`, and never changes again.
 */
export interface AuditFile {
  readonly name: string;
  readonly writer: string;
  /** Sequential; undefined for the file being written. */
  readonly number: number | undefined;
}

export const mainWriter = 'main';

/** The first number for writers other than `main`. */
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
  // `audit-main.jsonl` would be a second log for the main window.
  if (match === null || match[1] === mainWriter) return undefined;
  const number = match[2] === undefined ? undefined : Number(match[2]);
  return { name, writer: match[1] ?? mainWriter, number };
}

/** The audit files among `names` by writer, oldest first. */
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

/** Each writer has its own seal, so that two windows never write the same file. */
export function sealFileName(writer: string): string {
  return `audit-heads${suffixOf(writer)}.json`;
}

export function writerOfSeal(name: string): string | undefined {
  const match = sealPattern.exec(name);
  return match === null ? undefined : (match[1] ?? mainWriter);
}

/** Records which window owns a writer slot; see `open-log.ts`. */
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

/** What `read` finds in the files of a writer, none of which was renamed by a rotation meanwhile. */
export async function readFilesOf<T>(
  context: StoreFolder,
  writer: string,
  read: (files: readonly AuditFile[]) => Promise<T>,
): Promise<T> {
  for (let files = await filesOf(context, writer); ;) {
    const found = await read(files);
    const now = await filesOf(context, writer);
    if (now.length === files.length) return found;
    files = now;
  }
}

/** The first chained line; undefined if there is none. */
export async function firstPoint(
  context: StoreFolder,
  files: readonly AuditFile[],
): Promise<ChainPoint | undefined> {
  for (const file of files) {
    const found = await findPoint(context, file, () => true);
    if (found !== undefined) return found;
  }
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
    return first.seq === seq ? first : findPoint(context, file, (at) => at === seq);
  }
  return undefined;
}

async function findPoint(
  { disk, folder }: StoreFolder,
  { name }: AuditFile,
  isWanted: (seq: number) => boolean,
): Promise<ChainPoint | undefined> {
  return withFile(disk, inFolder(folder, name), async (file) => {
    const range = { from: 0, to: await file.size(), maxLineBytes: markBytes, digests: true };
    for await (const { lines } of scanLines(file, range)) {
      for (const { head, digest } of lines) {
        const mark = parseMark(head.toString());
        if (mark !== undefined && isWanted(mark.seq)) return { ...mark, digest };
      }
    }
    return undefined;
  });
}

/** Time of the last entry of a file in epoch ms; undefined if it cannot be read. */
export async function lastTime(
  { disk, folder }: StoreFolder,
  { name }: AuditFile,
): Promise<number | undefined> {
  return withFile(disk, inFolder(folder, name), async (file) => {
    const last = await readLastLine(file, { maxLineBytes: maxTimedLineBytes });
    const at = Date.parse(parseEntry(last?.line.head.toString() ?? '')?.ts ?? '');
    return Number.isNaN(at) ? undefined : at;
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
