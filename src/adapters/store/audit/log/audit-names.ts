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
