import * as z from 'zod';
import { isObject, toJsonObject, type JsonObject } from '../json';
import { allOptional, count, dense, itemsOf, lenient, someOf, type Data } from '../schema-parts';
import { permissionLevels } from '../permission-level';
import { builtInSource, trustLevels } from '../tool-spec';
import type { AssistantCall } from './messages';

const text = z.string();
const flag = z.boolean().default(false).catch(false);

/** False for what was redacted: vendors refuse signed thinking that was changed. */
function isWhole(stored: string): boolean {
  return !stored.includes('[REDACTED:');
}

const imageSchema = z.object({ mediaType: text, data: text.refine(isWhole) });

/** The fields it adds come with the rest: a spread of what zod returns is slow. */
export const storedUser = z
  .object({
    role: z.transform(() => 'user' as const),
    text,
    id: lenient(text),
    images: someOf(imageSchema),
    ranByHand: someOf(text),
  })
  .transform(dense);

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
export const storedSaid = z
  .object({ ...answer, calls: z.transform((): AssistantCall[] => []) })
  .transform(dense);
/** An answer with calls. It cannot be sent if one of them is unknown. */
export const storedRound = z
  .object({ ...answer, calls: z.array(callSchema).min(1) })
  .transform(dense);

/** The entry as the schema reads it; undefined when it cannot be used. */
export function readStored<S extends z.ZodType>(
  schema: S,
  value: unknown,
): z.output<S> | undefined {
  return schema.safeParse(value).data;
}

export function isStoredAsBroken(value: unknown): boolean {
  return isObject(value) && value['broken'] === true;
}

export const storedToolMessage = z
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

/** `after`: the name of the user's message that it follows. */
export const storedKnowledge = z.object({ text, after: lenient(text) });

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
export type SpendingState = Data<typeof spendingSchema>;

export const noSpending: SpendingState = spendingSchema.parse(undefined);

/** The entry `chat` of the part `state`; what is missing or invalid is as in a new chat. */
export const storedState = allOptional({
  schema: lenient(count),
  unfinished: lenient(z.enum(['limit', 'other'])),
  offers: lenient(z.enum(['retry', 'continue'])),
  atWork: flag,
  /** Id of the model that was asked last. */
  model: lenient(text),
  told: itemsOf(text),
  /** How many trust levels are stored next to it. */
  levels: lenient(count),
  /** Chats that are older than levels follow the rules; a level that cannot be read asks. */
  permission: z.enum(permissionLevels).default('rules').catch('ask'),
  /** The chats it was forked from. */
  forkOf: itemsOf(text),
  spending: spendingSchema,
});

export const storedUserRuns = itemsOf(z.object({ toolCallId: text, text }));

/** `at`: place in the log of snapshots. */
export const storedCheckpoint = z.object({ at: count, notes: storedUserRuns });

/** Trust levels that the user set in a chat. What cannot be read is untrusted. */
export const storedTrust = z
  .record(text, z.enum(trustLevels).catch('untrusted'))
  .default({})
  .catch({ [builtInSource]: 'untrusted' });

export const storedTexts = itemsOf(text);
