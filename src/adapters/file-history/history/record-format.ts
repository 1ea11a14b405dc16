import * as z from 'zod';
import type { Sentence } from '../../../core/base/sentence';
import { parseJson } from '../../../core/contracts/json';
import {
  count,
  dense,
  itemsOf,
  lenient,
  wholeList,
  type Data,
} from '../../../core/contracts/schema-parts';
import { imageSchema, type FileImage, type FileStep } from './file-steps';

/** Whatever is no place is a move. */
const move = z.literal('move').catch('move');

const placeSchema = z.object({ path: z.string(), image: imageSchema });

const begunPlaceSchema = placeSchema
  .extend({
    /** What the call makes of it. */
    intended: lenient(imageSchema),
  })
  .transform(dense);

const placesSchema = z.object({ kind: z.literal('places'), places: wholeList(begunPlaceSchema) });
const moveSchema = z.object({
  kind: move,
  from: z.string(),
  to: z.string(),
  replaced: imageSchema,
});

export type BegunChange =
  | Data<typeof placesSchema>
  /** `notKept`: why it cannot be moved back; never recorded. */
  | (Data<typeof moveSchema> & { readonly notKept?: Sentence });

export type BegunPlace = Data<typeof begunPlaceSchema>;

/** What was at each path before the change; of a move, what it replaced. */
export function statesBefore(
  change: BegunChange,
): readonly { readonly path: string; readonly image: FileImage }[] {
  return change.kind === 'move' ? [{ path: change.to, image: change.replaced }] : change.places;
}

/** Epoch milliseconds. */
const at = count;

const begunParts = {
  order: count,
  toolCallId: z.string().min(1),
  at,
  change: z.union([placesSchema, moveSchema]),
};

/** Written to disk before the change is made. */
const begunSchema = z.object({ is: z.literal('begun'), ...begunParts });
export type BegunLine = Data<typeof begunSchema> & { readonly change: BegunChange };

const endedParts = {
  order: count,
  at,
  after: wholeList(placeSchema),
  /** Line counts by the path of a changed file. */
  counts: itemsOf(z.object({ path: z.string(), base: z.string(), added: count, removed: count })),
};
const endedSchema = z.object({ is: z.literal('ended'), ...endedParts });
export type EndedLine = Data<typeof endedSchema>;

/** A change recorded after it was made: in one line, so that a crash never leaves it open. */
const madeSchema = z.object({ is: z.literal('made'), ...begunParts, ...endedParts });
export type MadeLine = Data<typeof madeSchema> & { readonly change: BegunChange };

const stepSchema = z.union([
  z.object({ kind: z.literal('place'), path: z.string(), before: imageSchema, after: imageSchema }),
  z.object({ kind: move, from: z.string(), to: z.string(), moved: imageSchema }),
]) satisfies z.ZodType<FileStep>;

/** The steps of an undo; `of` is the call step that identifies the item. */
const undidSchema = z.object({
  is: z.literal('undid'),
  at,
  steps: wholeList(z.object({ of: z.string(), step: stepSchema })),
  /** Ids of the call steps that this undoes. */
  undone: itemsOf(z.string()),
});
export type UndidLine = Data<typeof undidSchema>;

const lineSchema = z.discriminatedUnion('is', [
  begunSchema,
  endedSchema,
  madeSchema,
  z.object({ is: z.literal('abandoned'), order: count }),
  z.object({ is: z.literal('kept'), at, steps: itemsOf(z.string()) }),
  undidSchema,
]);

/** A line of a chat's record. */
export type RecordLine = BegunLine | MadeLine | Data<typeof lineSchema>;

/** Begins with a line break, so that a torn line before it does no harm. */
export function encodeLine(line: RecordLine): Uint8Array {
  return Buffer.from(`\n${JSON.stringify(line)}`);
}

/** The complete lines of a record; `damaged` counts complete lines that are invalid. */
export function decodeLines(bytes: Uint8Array): {
  readonly lines: readonly RecordLine[];
  readonly damaged: number;
} {
  const texts = Buffer.from(bytes).toString('utf8').split('\n').slice(1);
  // A line cut off by a crash was never acknowledged.
  const found = texts
    .filter((text) => text.endsWith('}'))
    .map((text) => lineSchema.safeParse(parseJson(text)).data);
  const lines = found.filter((line) => line !== undefined);
  return { lines, damaged: found.length - lines.length };
}
