import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { parseJson } from '../../../../core/contracts/json';
import type { ChainPoint } from './lines';
import { sealFileName, firstPoint, pointOf, readFilesOf, type AuditContext } from './files';
import { readWhole, replaceFile } from '../../../system/whole-file';
import type { StoreFolder } from '../../disk/file-names';
import { inFolder } from '../../disk/file-names';
import type { AuditKey } from '../../../../core/ports/audit-log';

const digestSchema = z.string().regex(/^[0-9a-f]{64}$/);

const firstSchema = z.object({ seq: z.number().int(), digest: digestSchema });
const lastSchema = firstSchema.extend({ prev: digestSchema });

/** A problem found when a window opened the log; later seals keep it. */
const breakSchema = z.object({
  kind: z.enum(['removed_tail', 'recomputed', 'unsealed']),
  /** The entry named by the previous seal. */
  seq: z.number().int(),
  at: z.string(),
  text: z.string(),
});

const sealSchema = z.object({
  version: z.literal(1),
  writer: z.string(),
  /** Sequential per writer. */
  number: z.number().int(),
  at: z.string(),
  /** First entry of the log: retention has removed the earlier ones. */
  first: firstSchema,
  /** The newest entry when the seal was made. */
  last: lastSchema,
  files: z.array(z.string()),
  breaks: z.array(breakSchema),
});

export type AuditSeal = z.infer<typeof sealSchema>;
type AuditBreak = z.infer<typeof breakSchema>;

const fileSchema = z.object({ seal: z.looseObject({}), mac: digestSchema });

export type ReadSeal =
  | { readonly state: 'missing' }
  /** Not a seal, or made with another key. */
  | { readonly state: 'unproven' }
  | { readonly state: 'proven'; readonly seal: AuditSeal };

export async function readSeal(
  { disk, folder }: StoreFolder,
  writer: string,
  key: Uint8Array,
): Promise<ReadSeal> {
  const bytes = await readWhole(disk, inFolder(folder, sealFileName(writer)));
  if (bytes === undefined) return { state: 'missing' };
  const read = fileSchema.safeParse(parseJson(Buffer.from(bytes).toString())).data;
  if (read === undefined) return { state: 'unproven' };
  const isOurs = timingSafeEqual(
    Buffer.from(macOf(read.seal, key), 'hex'),
    Buffer.from(read.mac, 'hex'),
  );
  const seal = sealSchema.safeParse(read.seal).data;
  return isOurs && seal?.writer === writer ? { state: 'proven', seal } : { state: 'unproven' };
}

/** A crash leaves either the old or the new seal, complete. */
export async function writeSeal(
  { disk, folder }: StoreFolder,
  seal: AuditSeal,
  key: Uint8Array,
): Promise<void> {
  const text = JSON.stringify({ seal, mac: macOf(seal, key) }, null, 2);
  await replaceFile(disk, inFolder(folder, sealFileName(seal.writer)), Buffer.from(`${text}\n`));
}

function macOf(seal: object, key: Uint8Array): string {
  return createHmac('sha256', key).update(JSON.stringify(seal)).digest('hex');
}

/** The starting point for a writer's next seal. */
export type SealBase = Pick<AuditSeal, 'number' | 'first' | 'breaks'>;

/** Further breaks add nothing: the log is broken. */
const maxBreaks = 20;

/**
 * Compares the log with its last seal before a new seal replaces it; otherwise a change made while
 * no window was open would be sealed as correct. `opened` is the last line found when the log was
 * opened. Undefined while the log is empty.
 */
export async function findSealBase(
  context: AuditContext,
  writer: string,
  opened: ChainPoint,
  key: Uint8Array,
): Promise<SealBase | undefined> {
  const read = await readSeal(context, writer, key);
  const newest = await newestSeal(context.auditKey, writer);
  const at = new Date(context.clock.now()).toISOString();
  if (read.state === 'proven') {
    const { seal } = read;
    const found = [olderSeal(seal, newest, at), await changedSince(context, seal, opened, at)];
    const breaks = [...seal.breaks, ...found.flatMap((one) => one ?? [])].slice(-maxBreaks);
    return { number: Math.max(seal.number, newest), first: seal.first, breaks };
  }
  const first = await readFilesOf(context, writer, (files) => firstPoint(context, files));
  if (first === undefined) return undefined;
  const { seq, digest } = first;
  const lost = await lostSeal(context, { writer, newest, opened, at, state: read.state });
  return { number: newest, first: { seq, digest }, breaks: lost === undefined ? [] : [lost] };
}

/** 0 if it cannot be read: the next seal reports that. */
async function newestSeal(key: AuditKey, writer: string): Promise<number> {
  const newest = await key.newest(writer);
  return newest.ok ? newest.value : 0;
}

function olderSeal(seal: AuditSeal, newest: number, at: string): AuditBreak | undefined {
  if (seal.number >= newest) return undefined;
  const text = `Seal ${newest} was replaced by the older seal ${seal.number}.`;
  return { kind: 'unsealed', seq: seal.last.seq, at, text };
}

async function changedSince(
  context: AuditContext,
  { writer, last }: AuditSeal,
  opened: ChainPoint,
  at: string,
): Promise<AuditBreak | undefined> {
  if (opened.seq < last.seq) {
    const text = `The log ended at entry ${opened.seq}, but its seal names entry ${last.seq}.`;
    return { kind: 'removed_tail', seq: last.seq, at, text };
  }
  const found =
    opened.seq === last.seq
      ? opened
      : await readFilesOf(context, writer, (files) => pointOf(context, files, last.seq));
  if (found?.digest === last.digest) return undefined;
  const text = `Entry ${last.seq} is not the entry that was sealed.`;
  return { kind: 'recomputed', seq: last.seq, at, text };
}

interface Lost {
  readonly writer: string;
  readonly newest: number;
  readonly opened: ChainPoint;
  readonly at: string;
  readonly state: 'missing' | 'unproven';
}

/** Reports a seal that is gone or was made with another key; keeps a copy of the latter. */
async function lostSeal(
  { disk, folder }: AuditContext,
  { writer, newest, opened, at, state }: Lost,
): Promise<AuditBreak | undefined> {
  const name = sealFileName(writer);
  if (state === 'unproven') {
    const aside = `${name}.unproven-${at.replaceAll(/[:.]/g, '-')}`;
    await disk.rename(inFolder(folder, name), inFolder(folder, aside));
    const text = `${name} was changed or made with another key; it was kept as ${aside}.`;
    return { kind: 'unsealed', seq: opened.seq, at, text };
  }
  if (newest === 0) return undefined;
  return { kind: 'unsealed', seq: opened.seq, at, text: `${name} was missing.` };
}
