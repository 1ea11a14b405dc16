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
