import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { parseJson } from './audit-lines';
import { sealFileName } from './audit-names';
import { replaceFile, withFile, type Disk } from './disk';
import { inFolder } from './names';

const digestSchema = z.string().regex(/^[0-9a-f]{64}$/);

const firstSchema = z.object({ seq: z.number().int(), digest: digestSchema });
const lastSchema = firstSchema.extend({ prev: digestSchema });

/** What was wrong with the log when a window opened it: it stays known, whatever is sealed after. */
const breakSchema = z.object({
  kind: z.enum(['removed_tail', 'recomputed', 'unsealed']),
  /** The entry that the seal before named. */
  seq: z.number().int(),
  at: z.string(),
  text: z.string(),
});

const sealSchema = z.object({
  version: z.literal(1),
  writer: z.string(),
  /** Counts the seals of the writer. */
  number: z.number().int(),
  at: z.string(),
  /** The entry that the log begins with: retention has removed what was before. */
  first: firstSchema,
  /** The newest entry at the time. */
  last: lastSchema,
  files: z.array(z.string()),
  breaks: z.array(breakSchema),
});

export type AuditSeal = z.infer<typeof sealSchema>;
export type AuditBreak = z.infer<typeof breakSchema>;

const fileSchema = z.object({ seal: z.looseObject({}), mac: digestSchema });

export type ReadSeal =
  | { readonly state: 'missing' }
  /** It is no seal, or was made with another key. */
  | { readonly state: 'unproven' }
  | { readonly state: 'proven'; readonly seal: AuditSeal };

export interface SealContext {
  readonly disk: Disk;
  readonly folder: string;
}

export async function readSeal(
  { disk, folder }: SealContext,
  writer: string,
  key: Uint8Array,
): Promise<ReadSeal> {
  const text = await withFile(disk, inFolder(folder, sealFileName(writer)), async (file) =>
    Buffer.from(await file.read(0, await file.size())).toString(),
  );
  if (text === undefined) return { state: 'missing' };
  const read = fileSchema.safeParse(parseJson(text)).data;
  if (read === undefined) return { state: 'unproven' };
  const isOurs = timingSafeEqual(
    Buffer.from(macOf(read.seal, key), 'hex'),
    Buffer.from(read.mac, 'hex'),
  );
  const seal = sealSchema.safeParse(read.seal).data;
  return isOurs && seal?.writer === writer ? { state: 'proven', seal } : { state: 'unproven' };
}

/** A crash leaves the old or the new seal, whole. */
export async function writeSeal(
  { disk, folder }: SealContext,
  seal: AuditSeal,
  key: Uint8Array,
): Promise<void> {
  const text = JSON.stringify({ seal, mac: macOf(seal, key) }, null, 2);
  await replaceFile(disk, inFolder(folder, sealFileName(seal.writer)), Buffer.from(`${text}\n`));
}

function macOf(seal: object, key: Uint8Array): string {
  return createHmac('sha256', key).update(JSON.stringify(seal)).digest('hex');
}
