import * as z from 'zod';
import { isObject, toJsonObject, type JsonObject } from '../json';
import { allOptional, count, dense, itemsOf, lenient, someOf, type Data } from '../schema-parts';
import { builtInSource, trustLevels, type SetLevels } from '../tool-spec';
import type { AssistantCall, AssistantMessage, ToolMessage, UserMessage } from './messages';

const text = z.string();
const flag = z.boolean().default(false).catch(false);

/** False for what was redacted: vendors refuse signed thinking that was changed. */
function isWhole(stored: string): boolean {
  return !stored.includes('[REDACTED:');
}

const imageSchema = z.object({ mediaType: text, data: text.refine(isWhole) });

/** What it adds to the fields comes with them: a spread of what zod returns is slow. */
const userSchema = z
  .object({
    role: z.transform(() => 'user' as const),
    text,
    id: lenient(text),
    images: someOf(imageSchema),
    ranByHand: someOf(text),
  })
  .transform(dense);

/** A message of the user in the history; undefined when it cannot be used. */
export function parseStoredUser(value: unknown): UserMessage | undefined {
  return userSchema.safeParse(value).data;
}

const thinkingSchema = z.object({
  wire: text,
  block: z
    .unknown()
    .transform(toJsonObject)
    .pipe(z.custom<JsonObject>((block) => block !== undefined && isWhole(JSON.stringify(block)))),
});

const callSchema = z.object({ toolCallId: text, wireId: text, name: text, argsText: text });

const thoughtsSchema = itemsOf(thinkingSchema);

const answer = {
  role: z.transform(() => 'assistant' as const),
  text,
  thinking: lenient(z.array(z.unknown()).transform((list) => thoughtsSchema.parse(list))),
};
const saidSchema = z
  .object({ ...answer, calls: z.transform((): AssistantCall[] => []) })
  .transform(dense);
const roundSchema = z.object({ ...answer, calls: z.array(callSchema).min(1) }).transform(dense);

/** An answer without calls. */
export function parseStoredSaid(value: unknown): AssistantMessage | undefined {
  return saidSchema.safeParse(value).data;
}

/** An answer with calls; undefined if one of them is unknown: it cannot be sent. */
export function parseStoredRound(value: unknown): AssistantMessage | undefined {
  return roundSchema.safeParse(value).data;
}

/** True for the text of an answer that broke off. */
export function isStoredAsBroken(value: unknown): boolean {
  return isObject(value) && value['broken'] === true;
}

const toolMessageSchema = z
  .object({
    role: z.transform(() => 'tool' as const),
    toolCallId: text,
    ranAs: lenient(text),
    wireId: text,
    name: text,
    text,
    status: z.enum(['completed', 'failed', 'cancelled']),
    exitCode: lenient(z.number()),
  })
  .transform(dense);

/** The answer to a call. */
export function parseStoredToolMessage(value: unknown): ToolMessage | undefined {
  return toolMessageSchema.safeParse(value).data;
}

/** `after`: the name of the user's message that it follows. */
const knowledgeSchema = z.object({ text, after: lenient(text) });

export function parseStoredKnowledge(value: unknown): Data<typeof knowledgeSchema> | undefined {
  return knowledgeSchema.safeParse(value).data;
}

/** Invalid numbers count as missing. */
const amount = z.number().min(0).catch(0);

const usedSchema = allOptional({
  inputTokens: amount,
  outputTokens: amount,
  cacheReadTokens: amount,
  /** US dollars of answers whose model has a price. */
  cost: amount,
  /** True if a model had no price, so `cost` is incomplete. */
  unpriced: flag,
  estimated: flag,
});

const spendingSchema = allOptional({
  chat: usedSchema,
  turn: usedSchema,
  /** The amounts used when the user last chose Continue. */
  allowed: allOptional({
    tokensPerTurn: amount,
    tokensPerChat: amount,
    costPerTurn: amount,
    costPerChat: amount,
  }),
});
/** What a chat has used, and what the user allowed beyond the limits. */
export type SpendingState = Data<typeof spendingSchema>;

export const noSpending: SpendingState = spendingSchema.parse(undefined);

const stateSchema = allOptional({
  schema: lenient(count),
  unfinished: lenient(z.enum(['limit', 'other'])),
  offers: lenient(z.enum(['retry', 'continue'])),
  /** A turn had not ended. */
  atWork: flag,
  /** Id of the model that was asked last. */
  model: lenient(text),
  told: itemsOf(text),
  spending: spendingSchema,
});

/** The entry `chat` of the part `state`; what is missing or invalid is as in a new chat. */
export function parseStoredState(value: unknown): Data<typeof stateSchema> {
  return stateSchema.parse(value);
}

const userRunSchema = z.object({ toolCallId: text, text });
const userRunsSchema = itemsOf(userRunSchema);

/** Calls that the user ran. */
export function parseStoredUserRuns(
  values: readonly unknown[],
): readonly Data<typeof userRunSchema>[] {
  return userRunsSchema.parse(values);
}

/** `at`: place in the log of snapshots. */
const checkpointSchema = z.object({ at: count, notes: userRunsSchema });

export function parseStoredCheckpoint(value: unknown): Data<typeof checkpointSchema> | undefined {
  return checkpointSchema.safeParse(value).data;
}

const trustSchema = z
  .record(text, z.enum(trustLevels).catch('untrusted'))
  .default({})
  .catch({ [builtInSource]: 'untrusted' });

/** Trust levels that the user set in a chat. What cannot be read is untrusted. */
export function parseStoredTrust(value: unknown): SetLevels {
  return trustSchema.parse(value);
}

const textsSchema = itemsOf(text);

export function parseTexts(value: unknown): readonly string[] {
  return textsSchema.parse(value);
}
