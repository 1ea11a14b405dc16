import * as z from 'zod';
import { ruleActions, ruleSources } from '../../core/contracts/decision';
import { errorCategories, errorCodes } from '../../core/contracts/failure';
import { trustLevels } from '../../core/contracts/trust';
import { readCardParts } from './card-parts';
import { cutMarked } from './card-text';

/** In characters; a sentence for people needs no more, and the page stays quick. */
export const maxSentence = 4000;
const maxWarnings = 50;
const maxPaths = 1000;

const text = z.string();
const sentence = text.transform((value) => cutMarked(value, maxSentence));
const verdict = z.enum(ruleActions);

const ruleSchema = z.object({
  tool: sentence,
  pattern: sentence,
  action: verdict,
  source: z.enum(ruleSources),
  place: sentence.exactOptional(),
  added: sentence.exactOptional(),
});

const traceSchema = z.object({
  slot: sentence,
  gate: sentence,
  verdict,
  reason: sentence,
  rule: ruleSchema.exactOptional(),
  match: sentence.exactOptional(),
  parts: z.unknown().transform(readCardParts).exactOptional(),
});

const paths = z.array(text).transform((list) => list.slice(0, maxPaths));

/** `ToolCallMeta` as it may arrive: a field that does not fit is dropped, the others are kept. */
const fields = {
  tool: text,
  origin: z.enum(['model', 'user']),
  decision: z.object({
    verdict: z.enum(['allow', 'deny']),
    approvedBy: z.enum(['auto', 'user', 'user-typed', 'none']),
    trace: z.array(traceSchema),
    policyVersion: z.int(),
    trust: z.enum(trustLevels),
  }),
  failure: z.object({
    errorCode: z.enum(errorCodes),
    category: z.enum(errorCategories),
    message: sentence,
    suggestion: text,
    retryable: z.boolean(),
  }),
  exitCode: z.int(),
  truncated: z.boolean(),
  durationMs: z.number().min(0),
  overflowId: text,
  warnings: z.array(sentence).transform((warnings) => warnings.slice(0, maxWarnings)),
  tail: text,
  cancelled: z.boolean(),
  background: z.string().min(1).max(20),
  waitsForInput: z.boolean(),
  retry: z.object({ attempt: z.int(), of: z.int() }).nullable(),
  rollback: z.object({ restored: paths, removed: paths }),
  canRollBack: z.boolean(),
};

/** A field that does not fit is dropped, the others are kept. */
export function lenient<T extends z.ZodType>(field: T) {
  return field.optional().catch(undefined);
}

const callMetaSchema = z.object({
  tool: lenient(fields.tool),
  origin: lenient(fields.origin),
  decision: lenient(fields.decision),
  failure: lenient(fields.failure),
  exitCode: lenient(fields.exitCode),
  truncated: lenient(fields.truncated),
  durationMs: lenient(fields.durationMs),
  overflowId: lenient(fields.overflowId),
  warnings: lenient(fields.warnings),
  tail: lenient(fields.tail),
  cancelled: lenient(fields.cancelled),
  background: lenient(fields.background),
  waitsForInput: lenient(fields.waitsForInput),
  retry: lenient(fields.retry),
  rollback: lenient(fields.rollback),
  canRollBack: lenient(fields.canRollBack),
});
export type CallMeta = z.infer<typeof callMetaSchema>;

const carrierSchema = z.object({ gatehouse: z.unknown() });

/** What `_meta.gatehouse` holds. */
export function carried(meta: unknown): unknown {
  const carrier = carrierSchema.safeParse(meta);
  return carrier.success ? carrier.data.gatehouse : undefined;
}

/** What `_meta.gatehouse` of a tool call says; what is unknown or malformed is ignored. */
export function readCallMeta(meta: unknown): CallMeta {
  const parsed = callMetaSchema.safeParse(carried(meta));
  return parsed.success ? parsed.data : {};
}
