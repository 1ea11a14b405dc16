import * as z from 'zod';

/** What the fallback search is asked, as `workerData`. */
export const workerJobSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('grep'),
    target: z.string(),
    targetIsFile: z.boolean(),
    ignore: z.object({ folder: z.string(), isRepository: z.boolean() }),
    pattern: z.string(),
    caseSensitive: z.boolean(),
    maxPerFile: z.int(),
  }),
  z.object({
    type: z.literal('find'),
    target: z.string(),
    ignore: z.object({ folder: z.string(), isRepository: z.boolean() }),
    pattern: z.string(),
    ignoreCase: z.boolean(),
  }),
]);
export type WorkerJob = z.infer<typeof workerJobSchema>;

/** What it answers; the thread ends when all is told. */
export const workerMessageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('matches'),
    matches: z.array(z.object({ path: z.string(), line: z.int(), text: z.string() })),
  }),
  z.object({ type: z.literal('paths'), paths: z.array(z.string()) }),
  /** The pattern was refused. */
  z.object({ type: z.literal('refused'), message: z.string() }),
]);
export type WorkerMessage = z.infer<typeof workerMessageSchema>;
