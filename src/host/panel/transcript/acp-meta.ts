import { toPlainOutput } from '../../window/neutral-text';
import { toList } from '../../../core/contracts/json';
import type { Sentence, Shown } from '../../../core/base/sentence';
import { cutMarked } from '../../../core/base/text-lines';
import * as z from 'zod';
import { callOrigins } from '../../../core/contracts/calls/call';
import {
  askedDeniers,
  type Decision,
  ruleActions,
  ruleSources,
  verdicts,
} from '../../../core/contracts/calls/decision';
import { answersAhead } from '../../../core/contracts/calls/outcome';
import { failureSchema } from '../../../core/contracts/chats/acp-client';
import { filterConfidences } from '../../../core/contracts/filter-rule';
import { permissionLevels } from '../../../core/contracts/permission-level';
import { trustLevels } from '../../../core/contracts/tool-spec';
import { shownLine, cutMiddle, maxFullText } from './display-text';
import { shown } from '../../window/language';
import { type JudgedPart, partCodes } from '../../../core/contracts/calls/shell-analysis';
import {
  allOptional,
  count,
  dense,
  lenient,
  storedSentence,
} from '../../../core/contracts/schema-parts';
import {
  gatehouseMeta,
  type SessionUpdate,
  type ToolCall,
  type ToolCallUpdate,
} from '../../../core/contracts/chats/acp';
import { webAddress } from '../../../core/contracts/calls/web-address';
import type { NoticeItem, UsageItem } from '../../../core/contracts/panel/state';

/** In characters; enough for a sentence, and the page stays fast. */
export const maxSentence = 4000;
const maxWarnings = 50;
const maxPaths = 1000;
const maxProblems = 50;
const maxRules = 20;

const text = z.string();
const name = text.min(1).max(200);
const sentence = text.transform((value) => cutMarked(value, maxSentence));

const ruleSchema = z.object({
  tool: sentence,
  pattern: sentence,
  action: z.enum(ruleActions),
  source: z.enum(ruleSources),
  place: sentence.exactOptional(),
  added: sentence.exactOptional(),
});

const traceSchema = z.object({
  slot: sentence,
  gate: sentence,
  verdict: z.enum(verdicts),
  reason: storedSentence,
  rule: ruleSchema.exactOptional(),
  match: sentence.exactOptional(),
  policyRule: z.object({ place: sentence, result: storedSentence }).exactOptional(),
  parts: z.unknown().transform(readParts).exactOptional(),
});

const paths = z.array(text).transform((list) => list.slice(0, maxPaths));

const visited = text.max(8192);
const maxAddresses = 10;

/** The core names a type by its English text; a media type has no other. */
const shownType = (type: string): string => shown({ message: type, values: [] });

/** `ToolCallMeta` as received. */
const callMetaSchema = allOptional({
  tool: lenient(text),
  origin: lenient(z.enum(callOrigins)),
  namesTool: lenient(z.boolean()),
  addresses: lenient(z.array(webAddress).transform((list) => list.slice(0, maxAddresses))),
  answered: lenient(z.enum(answersAhead)),
  decision: lenient(
    z.object({
      verdict: z.enum(['allow', 'deny', 'skip']),
      approvedBy: z.enum(['auto', 'user', 'user-typed', 'none']),
      denial: z
        .object({ by: z.enum(askedDeniers), reason: storedSentence.exactOptional() })
        .exactOptional(),
      trace: z.array(traceSchema),
      policyVersion: z.int(),
      trust: z.enum(trustLevels),
      permissionLevel: z.enum(permissionLevels).exactOptional(),
    }),
  ),
  failure: lenient(failureSchema.extend({ message: sentence })),
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
  warnings: lenient(z.array(storedSentence).transform((list) => list.slice(0, maxWarnings))),
  newProblems: lenient(z.array(sentence).transform((lines) => lines.slice(0, maxProblems))),
  tail: lenient(text),
  cancelled: lenient(z.boolean()),
  interrupted: lenient(z.boolean()),
  background: lenient(z.string().min(1).max(20)),
  waitsForInput: lenient(z.boolean()),
  retry: lenient(z.object({ attempt: z.int(), of: z.int() }).nullable()),
  rollback: lenient(z.object({ restored: paths, removed: paths })),
  session: lenient(name),
  web: lenient(
    z.object({
      url: visited,
      finalUrl: visited.exactOptional(),
      title: sentence.exactOptional(),
      status: count.exactOptional(),
      bytes: count.exactOptional(),
      removed: count.exactOptional(),
      unknownCharset: name.exactOptional(),
      refusedBy: name.exactOptional(),
      undecoded: name.transform(shownType).exactOptional(),
      cut: z
        .object({ bytes: count.exactOptional(), characters: count.exactOptional() })
        .exactOptional(),
    }),
  ),
});
export type CallMeta = z.infer<typeof callMetaSchema>;

/** `_meta.gatehouse` of a tool call; unknown or malformed parts are ignored. */
export function readCallMeta(meta: unknown): CallMeta {
  return callMetaSchema.parse(gatehouseMeta(meta));
}

/** More sub-commands than a user reads on a card; Explain shows all. */
const maxParts = 50;
const maxHazards = 10;
const maxTextChars = 1000;

const line = z.string().transform((value) => shownLine(value, maxTextChars));

const partSchema = z.object({
  text: line,
  verdict: z.enum(ruleActions),
  reason: storedSentence,
  code: z.enum(partCodes).exactOptional(),
  hazards: z.array(storedSentence).transform((hazards) => hazards.slice(0, maxHazards)),
});

function readParts(value: unknown): readonly JudgedPart[] {
  return toList(value)
    .slice(0, maxParts)
    .flatMap((part) => {
      const parsed = partSchema.safeParse(part);
      return parsed.success ? [parsed.data] : [];
    });
}

/** The sub-commands of a command as a card shows them; malformed ones are omitted. */
export function readCardParts(value: unknown): readonly Shown<JudgedPart>[] {
  return readParts(value).map(shownPart);
}

function shownPart({ reason, hazards, ...part }: JudgedPart): Shown<JudgedPart> {
  const text = (sentence: Sentence) => shownLine(shown(sentence), maxTextChars);
  return { ...part, reason: text(reason), hazards: hazards.map(text) };
}

const ownText = (reason: Sentence): string => cutMarked(shown(reason), maxSentence);

/** The decision as a card shows it, in VS Code's language. */
export function shownDecision({ trace, denial, ...decision }: Decision): Shown<Decision> {
  const { reason: given } = denial ?? {};
  return {
    ...decision,
    ...(denial && { denial: { by: denial.by, ...(given && { reason: ownText(given) }) } }),
    trace: trace.map(({ reason, parts, policyRule, ...line }) => ({
      ...line,
      reason: ownText(reason),
      ...(parts && { parts: parts.map(shownPart) }),
      ...(policyRule && { policyRule: { ...policyRule, result: shown(policyRule.result) } }),
    })),
  };
}

const rawSchema = allOptional({ summary: lenient(text) });

/** The text before filters, if an update contains one that they have shortened. */
export function rawTextOf(
  { rawOutput }: ToolCall | ToolCallUpdate,
  { filter }: CallMeta,
): { readonly rawText?: string } {
  const raw = filter && rawSchema.parse(rawOutput).summary;
  return raw ? { rawText: cutMiddle(raw, maxFullText) } : {};
}

/** The text and action of a notice; its `messageId` identifies it for replacement. */
export type Notice = Pick<NoticeItem, 'level' | 'text' | 'english' | 'action' | 'waitUntil'> & {
  readonly messageId?: string;
};

const noticeSchema = z.object({
  notice: z.enum(['info', 'warning', 'error']),
  said: lenient(storedSentence),
  action: lenient(z.enum(['retry', 'continue', 'fenced'])),
  waitUntil: lenient(count),
});

/** A message chunk that is a notice; undefined for model output. */
export function readNotice(meta: unknown, text: string): Notice | undefined {
  const parsed = noticeSchema.safeParse(gatehouseMeta(meta));
  if (!parsed.success) return undefined;
  const { notice: level, said, ...rest } = parsed.data;
  const own = said && cutMarked(toPlainOutput(shown(said)), maxSentence);
  const texts = own === undefined || own === text ? { text } : { text: own, english: text };
  return { level, ...texts, ...dense(rest) };
}

const amount = z.number().min(0);

const updateSchema = z.object({
  used: amount,
  size: amount,
  cost: lenient(z.object({ amount, currency: z.literal('USD') })),
});
/** Fields that ACP lacks; a third-party agent does not send them. */
const usageMetaSchema = z
  .object({
    inputTokens: amount,
    outputTokens: amount,
    estimated: z.boolean(),
    reservedTokens: lenient(amount),
  })
  .catch({ inputTokens: 0, outputTokens: 0, estimated: false });

/** Undefined for numbers that cannot be displayed. */
export function readUsageItem(
  update: Extract<SessionUpdate, { sessionUpdate: 'usage_update' }>,
): UsageItem | undefined {
  const parsed = updateSchema.safeParse(update);
  if (!parsed.success) return undefined;
  const { used, size, cost } = parsed.data;
  return {
    usedTokens: used,
    contextTokens: size,
    ...dense(usageMetaSchema.parse(gatehouseMeta(update._meta))),
    ...(cost === undefined ? {} : { cost: cost.amount }),
  };
}
