import * as z from 'zod';
import { ignoreFileNames } from './ignore-files';

const scopeSchema = z.object({
  target: z.string(),
  targetIsFile: z.boolean(),
  root: z.string(),
  excluded: z.array(z.string()),
  glob: z.string().optional(),
  ignoreCase: z.boolean(),
  ignore: z
    .object({
      folder: z.string(),
      above: z.array(
        z.object({ folder: z.string(), name: z.enum(ignoreFileNames), text: z.string() }),
      ),
    })
    .optional(),
});

/** A job for a thread; it answers with messages, the last of which is `done` or `refused`. */
export const workerJobSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('grep'),
    scope: scopeSchema,
    pattern: z.string(),
    caseSensitive: z.boolean(),
    context: z.int(),
    maxPerFile: z.int(),
    /** The user's own secret patterns: a line is redacted before it is cut. */
    extraPatterns: z.array(z.instanceof(RegExp)),
  }),
  z.object({ type: z.literal('find'), scope: scopeSchema }),
]);
export type WorkerJob = z.infer<typeof workerJobSchema>;

export const workerMessageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('lines'),
    path: z.string(),
    lines: z.array(z.object({ line: z.int(), text: z.string(), isContext: z.boolean() })),
  }),
  z.object({ type: z.literal('paths'), paths: z.array(z.string()) }),
  z.object({ type: z.literal('done') }),
  /** The pattern was rejected. */
  z.object({ type: z.literal('refused'), message: z.string() }),
]);
export type WorkerMessage = z.infer<typeof workerMessageSchema>;
