import { storedSentence } from '../../../../core/contracts/schema-parts';
import { type Sentence, say, sequence } from '../../../../core/base/sentence';
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { isTampering } from '../../../../core/contracts/audit/entry';
import { parseJson } from '../../../../core/contracts/json';
import { succeed, type Result } from '../../../../core/contracts/failure';
import type { AuditKey, SealedLog } from '../../../../core/ports/audit-log';
import { readWhole, replaceFile } from '../../../system/whole-file';
import { inFolder, type StoreFolder } from '../../disk/file-names';
import { firstPoint, pointOf, readFilesOf, type AuditContext } from './files';
import { sealFileName } from './audit-names';
import type { ChainPoint } from './lines';
import { readUnsealed } from './unsealed';

const digestSchema = z.string().regex(/^[0-9a-f]{64}$/);

const firstSchema = z.object({ seq: z.number().int(), digest: digestSchema });
const lastSchema = firstSchema.extend({ prev: digestSchema });

/** A problem found when a window opened the log; later seals keep it. */
const breakSchema = z.object({
  kind: z.enum([
    'removed_tail',
    'recomputed',
    'missing_seal',
    'older_seal',
    'foreign_seal',
    'added',
    'unproven',
  ]),
  /** The entry named by the previous seal. */
  seq: z.number().int(),
  at: z.string(),
  text: storedSentence,
});

const sealSchema = z.object({
  version: z.literal(2),
  /** The id of the log in secret storage: the log of another folder or time has another one. */
  log: z.string(),
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
  /** Not a seal, made with another key, or of another log. */
  | { readonly state: 'foreign' }
  | { readonly state: 'proven'; readonly seal: AuditSeal };

/** `sealed`: what secret storage holds about the log; undefined if nothing. */
export async function readSeal(
  { disk, folder }: StoreFolder,
  writer: string,
  { key, sealed }: SealKeys,
): Promise<ReadSeal> {
  const bytes = await readWhole(disk, inFolder(folder, sealFileName(writer)));
  if (bytes === undefined) return { state: 'missing' };
  const read = fileSchema.safeParse(parseJson(Buffer.from(bytes).toString())).data;
  if (read === undefined) return { state: 'foreign' };
  const isOurs = timingSafeEqual(
    Buffer.from(macOf(read.seal, key), 'hex'),
    Buffer.from(read.mac, 'hex'),
  );
  const seal = sealSchema.safeParse(read.seal).data;
  const isOfLog = seal?.writer === writer && seal.log === (sealed?.log ?? seal.log);
  return isOurs && isOfLog ? { state: 'proven', seal } : { state: 'foreign' };
}

/** The newest entry that the seal names, without proof; 0 if there is no seal. */
export async function sealedSeq({ disk, folder }: StoreFolder, writer: string): Promise<number> {
  const bytes = await readWhole(disk, inFolder(folder, sealFileName(writer)));
  const read = fileSchema.safeParse(parseJson(Buffer.from(bytes ?? []).toString())).data;
  return sealSchema.safeParse(read?.seal).data?.last.seq ?? 0;
}

export interface SealKeys {
  readonly key: Uint8Array;
  readonly sealed: SealedLog | undefined;
}

/** What secret storage has for the seals of a writer. */
export async function sealKeys(auditKey: AuditKey, writer: string): Promise<Result<SealKeys>> {
  const key = await auditKey.get();
  if (!key.ok) return key;
  const sealed = await auditKey.sealedLog(writer);
  return sealed.ok ? succeed({ key: key.value, sealed: sealed.value }) : sealed;
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
export interface SealBase extends Pick<AuditSeal, 'log' | 'number' | 'first'> {
  readonly breaks: AuditBreak[];
}

/** Traces of that many crashes are kept, and every sign of tampering. */
const maxUnproven = 20;

/**
 * Compares the log with its last seal before a new seal replaces it; otherwise a change made while
 * no window was open would be sealed as correct. `opened` is the last line found when the log was
 * opened. Undefined while the log is empty.
 */
export async function findSealBase(
  context: AuditContext,
  writer: string,
  opened: ChainPoint,
  keys: SealKeys,
): Promise<SealBase | undefined> {
  const { sealed } = keys;
  const first = await readFilesOf(context, writer, (files) => firstPoint(context, files));
  if (first === undefined) return undefined;
  const begin = { seq: first.seq, digest: first.digest };
  // The log that was being erased is gone or to be forgotten: a new one begins.
  if (sealed?.isErasing === true) return { log: randomUUID(), number: 0, first: begin, breaks: [] };
  const read = await readSeal(context, writer, keys);
  const opening = { context, writer, opened, sealed };
  if (read.state !== 'proven') {
    const { log = randomUUID(), number = 0 } = sealed ?? {};
    return { log, number, first: begin, breaks: await withoutSeal(opening, read.state) };
  }
  const { seal } = read;
  const breaks = [...seal.breaks, ...(await sinceSeal(opening, seal))];
  const number = Math.max(seal.number, sealed?.number ?? 0);
  return { log: seal.log, number, first: seal.first, breaks: keptBreaks(breaks, seal.first.seq) };
}

interface Opening {
  readonly context: AuditContext;
  readonly writer: string;
  readonly opened: ChainPoint;
  readonly sealed: SealedLog | undefined;
}

/** Retention and number end what a crash left unproven; signs of tampering stay for good. */
function keptBreaks(breaks: readonly AuditBreak[], firstSeq: number): AuditBreak[] {
  const unproven = breaks.filter(({ kind, seq }) => !isTampering(kind) && seq >= firstSeq);
  const kept = new Set(unproven.slice(-maxUnproven));
  return breaks.filter((one) => isTampering(one.kind) || kept.has(one));
}

function breakAt(
  { context, opened }: Opening,
  kind: AuditBreak['kind'],
  text: Sentence,
): AuditBreak {
  const at = new Date(context.clock.now()).toISOString();
  return { kind, seq: opened.seq, at, text };
}

/** What changed between the last seal and the opening of the log. */
async function sinceSeal(opening: Opening, seal: AuditSeal): Promise<readonly AuditBreak[]> {
  const { context, writer, opened, sealed } = opening;
  const { last, number } = seal;
  const breaks: AuditBreak[] = [];
  const report = (kind: AuditBreak['kind'], text: Sentence): void =>
    void breaks.push({ ...breakAt(opening, kind, text), seq: last.seq });
  if (sealed === undefined) report('unproven', sealTexts.unknown);
  else if (number < sealed.number) report('older_seal', sealTexts.older(number, sealed.number));
  if (opened.seq < last.seq) {
    report(
      'removed_tail',
      say`The log ended at entry ${opened.seq}, but its seal names entry ${last.seq}.`,
    );
    return breaks;
  }
  const found =
    opened.seq === last.seq
      ? opened
      : await readFilesOf(context, writer, (files) => pointOf(context, files, last.seq));
  if (found?.digest !== last.digest) {
    report('recomputed', say`Entry ${last.seq} is not the entry that was sealed.`);
    return breaks;
  }
  return [...breaks, ...(await unsealedBreaks(opening, last.seq))];
}

async function unsealedBreaks(opening: Opening, sealedSeq: number): Promise<AuditBreak[]> {
  const { context, writer, opened } = opening;
  if (opened.seq === sealedSeq) return [];
  const range = { after: sealedSeq, to: opened.seq };
  const found = (
    await readFilesOf(context, writer, (files) => readUnsealed(context, files, range))
  ).finding();
  return found === undefined ? [] : [breakAt(opening, found.kind, found.text)];
}

/** Reports a seal that is gone or was made for another log; keeps a copy of the latter. */
async function withoutSeal(opening: Opening, state: 'missing' | 'foreign'): Promise<AuditBreak[]> {
  const { context, writer, sealed } = opening;
  const { disk, folder } = context;
  const name = sealFileName(writer);
  if (state === 'foreign') {
    const at = new Date(context.clock.now()).toISOString();
    const aside = `${name}.unproven-${at.replaceAll(/[:.]/g, '-')}`;
    await disk.rename(inFolder(folder, name), inFolder(folder, aside));
    return [
      breakAt(
        opening,
        'foreign_seal',
        sequence([sealTexts.foreign, say`It was kept as ${aside}.`]),
      ),
    ];
  }
  if (sealed === undefined || sealed.number === 0) return unsealedBreaks(opening, 0);
  return [breakAt(opening, 'missing_seal', say`${name} was missing.`)];
}

export const sealTexts = {
  older: (number: number, newest: number) =>
    say`Seal ${newest} was replaced by the older seal ${number}: later entries may have been removed.`,
  foreign: say`The seal was changed, or was made for another log or with another key.`,
  unknown: say`Secret storage did not know this log: it was put back after it was erased, or secrets were lost.`,
} as const;
