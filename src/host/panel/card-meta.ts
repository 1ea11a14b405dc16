import * as z from 'zod';
import { ruleActions, ruleSources } from '../../core/contracts/decision';
import { errorCategories, errorCodes } from '../../core/contracts/failure';
import { filterConfidences } from '../../core/contracts/filter';
import type { FileDiff } from '../../core/contracts/outcome';
import { trustLevels } from '../../core/contracts/trust';
import { readCardParts } from './card-parts';
import { cutMarked } from './card-text';

/** In characters; a sentence for people needs no more, and the page stays quick. */
export const maxSentence = 4000;
const maxWarnings = 50;
const maxPaths = 1000;
const maxRules = 20;

const text = z.string();
const name = text.min(1).max(200);
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

/** A field that does not fit is dropped, the others are kept. */
export function lenient<T extends z.ZodType>(field: T) {
  return field.optional().catch(undefined);
}

const count = z.int().min(0);

/** `ToolCallMeta` as it may arrive. */
const callMetaSchema = z.object({
  tool: lenient(text),
  origin: lenient(z.enum(['model', 'user'])),
  decision: lenient(
    z.object({
      verdict: z.enum(['allow', 'deny']),
      approvedBy: z.enum(['auto', 'user', 'user-typed', 'none']),
      trace: z.array(traceSchema),
      policyVersion: z.int(),
      trust: z.enum(trustLevels),
    }),
  ),
  failure: lenient(
    z.object({
      errorCode: z.enum(errorCodes),
      category: z.enum(errorCategories),
      message: sentence,
      suggestion: text,
      retryable: z.boolean(),
    }),
  ),
  exitCode: lenient(z.int()),
  truncated: lenient(z.boolean()),
  durationMs: lenient(z.number().min(0)),
  overflowId: lenient(text),
  filter: lenient(
    z.object({
      rules: z.array(name).transform((rules) => rules.slice(0, maxRules)),
      confidence: z.enum(filterConfidences),
      rawLines: count,
      filteredLines: count,
    }),
  ),
  repeats: lenient(name),
  warnings: lenient(z.array(sentence).transform((warnings) => warnings.slice(0, maxWarnings))),
  tail: lenient(text),
  cancelled: lenient(z.boolean()),
  background: lenient(z.string().min(1).max(20)),
  waitsForInput: lenient(z.boolean()),
  retry: lenient(z.object({ attempt: z.int(), of: z.int() }).nullable()),
  rollback: lenient(z.object({ restored: paths, removed: paths })),
  canRollBack: lenient(z.boolean()),
  session: lenient(name),
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

const diffMetaSchema = z.object({
  change: lenient(z.enum(['deleted', 'moved'])),
  from: lenient(text),
});

/** What `_meta.gatehouse` of a diff says where its texts do not tell. */
export function readDiffMeta(meta: unknown): Pick<FileDiff, 'change' | 'from'> {
  const parsed = diffMetaSchema.safeParse(carried(meta));
  if (!parsed.success || parsed.data.change === undefined) return {};
  const { change, from } = parsed.data;
  return { change, ...(from === undefined ? {} : { from }) };
}
