import type { ImagePart } from '../../contracts/chats/messages';
import { type JsonObject, wellFormed, type Json } from '../../contracts/json';
import type { AnsweredCall } from '../codec/answered-calls';
import { isBlank, type AssistantTurn, type WireTurn, lastUserIndex } from '../codec/repair-history';
import type { ToolNames } from '../codec/tool-names';
import type { WireOptions } from '../codec/define-wire';
import { readString } from '../codec/json-fields';
import type { ToolSpec } from '../../contracts/tool-spec';
import {
  inlineReferences,
  isJsonObject,
  objectSchema,
  propertiesOf,
  requiredOf,
  sortedTools,
} from '../codec/tool-schema';

interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: readonly JsonObject[];
}

export function encodeAnthropicSystem(system: readonly string[]): readonly JsonObject[] {
  return system.filter((text) => !isBlank(text)).map((text) => textBlock(wellFormed(text)));
}

export function encodeAnthropicMessages(
  turns: readonly WireTurn[],
  names: ToolNames,
  returnsThoughts: boolean,
): readonly JsonObject[] {
  const messages: Message[] = [];
  for (const turn of turns) {
    if (turn.role === 'user') {
      // Images first, as the vendor advises.
      const content = [...turn.images.map(imageBlock), ...textBlocks(turn.text)];
      addUser(messages, content);
      continue;
    }
    messages.push({ role: 'assistant', content: assistantBlocks(turn, names, returnsThoughts) });
    if (turn.calls.length > 0) addUser(messages, turn.calls.map(resultBlock));
  }
  return markNewest(messages);
}

/** Results and the user's next text are one message, the results first. */
function addUser(messages: Message[], content: readonly JsonObject[]): void {
  const last = messages.at(-1);
  if (last?.role !== 'user') messages.push({ role: 'user', content });
  else messages.splice(-1, 1, { role: 'user', content: [...last.content, ...content] });
}

function assistantBlocks(
  { text, thinking, calls }: AssistantTurn,
  names: ToolNames,
  returnsThoughts: boolean,
): readonly JsonObject[] {
  const kept = thinking.filter((block) => returnsThoughts || isContent(block));
  const uses = calls.map(({ id, name, args }) => ({
    type: 'tool_use',
    id,
    name: names.toWire(name),
    input: args,
  }));
  return [...kept, ...textBlocks(text), ...uses];
}

/** The blocks kept of a paused answer contain all of it, not only its thoughts. */
export function isContent(block: JsonObject): boolean {
  return block['type'] !== 'thinking' && block['type'] !== 'redacted_thinking';
}

function resultBlock({ id, answer }: AnsweredCall): JsonObject {
  const result = { type: 'tool_result', tool_use_id: id, content: answer.text };
  return answer.failed ? { ...result, is_error: true } : result;
}

function textBlocks(text: string): readonly JsonObject[] {
  return isBlank(text) ? [] : [textBlock(text)];
}

function textBlock(text: string): JsonObject {
  return { type: 'text', text };
}

function imageBlock({ mediaType, data }: ImagePart): JsonObject {
  return { type: 'image', source: { type: 'base64', media_type: mediaType, data } };
}

/** The last item carries the mark: everything before it is cached. */
export function markLast(items: readonly JsonObject[]): readonly JsonObject[] {
  const last = items.at(-1);
  return last === undefined
    ? items
    : [...items.slice(0, -1), { ...last, cache_control: { type: 'ephemeral' } }];
}

/** The last writes the cache, the one before it was written. With tools and system that is four. */
function markNewest(messages: readonly Message[]): readonly JsonObject[] {
  const users = messages.flatMap(({ role }, index) => (role === 'user' ? [index] : []));
  const newest = new Set(users.slice(-2));
  return messages.map(({ role, content }, index) => ({
    role,
    content: newest.has(index) ? markLast(content) : content,
  }));
}

export interface OutputPlan {
  /** Tokens of the answer at most, thoughts included: the vendor wants a number. */
  readonly maxTokens: number;
  /** The `thinking` field; undefined leaves it to the model. */
  readonly thinking?: JsonObject;
  /** Whether thoughts of earlier messages go back. */
  readonly returnsThoughts: boolean;
}

/** Room for a file of usual size; every model that is served today gives at least that. */
const usualAnswer = 16_384;
/** The vendor's minimum, and the tokens left for text next to thoughts. */
const leastTokens = 1_024;

export function planOutput(options: WireOptions, turns: readonly WireTurn[]): OutputPlan {
  const { facts, model, thinkingTokens } = options;
  const asked = facts.reasoning ? (thinkingTokens ?? 0) : 0;
  const maxTokens =
    facts.maxOutputTokens ??
    Math.max(1, Math.min(usualAnswer + asked, Math.floor(facts.contextTokens / 2)));
  const version = versionOf(model);
  if (version >= firstAdaptive) {
    const returnsThoughts = facts.reasoning || version >= firstUnasked;
    const thinking = { type: 'adaptive', display: 'summarized' };
    return { maxTokens, returnsThoughts, ...(facts.reasoning ? { thinking } : {}) };
  }
  const budget = Math.min(thinkingTokens ?? Math.floor(maxTokens / 2), maxTokens - leastTokens);
  const thinks = facts.reasoning && budget >= leastTokens && beganWithThoughts(turns);
  if (!thinks) return { maxTokens, returnsThoughts: false };
  const thinking = { type: 'enabled', budget_tokens: budget };
  return { maxTokens, thinking, returnsThoughts: true };
}

/** From here on models decide how much they think; the newest refuse a budget. */
const firstAdaptive = 406;
/** From here on they think unasked. */
const firstUnasked = 500;

/** 407 of `claude-opus-4-7`, 400 of `claude-opus-4-20250514`, 0 of other names. */
function versionOf(model: string): number {
  const version = /claude-[a-z]+-(\d{1,2})(?:[-.](\d{1,2}))?(?!\d)/.exec(model);
  return version === null ? 0 : Number(version[1]) * 100 + Number(version[2] ?? 0);
}

/** With a budget, a turn under way must begin with thoughts; one of another model has none. */
function beganWithThoughts(turns: readonly WireTurn[]): boolean {
  return turns
    .slice(lastUserIndex(turns) + 1)
    .every((turn) => turn.role === 'user' || turn.thinking.length > 0);
}

export function encodeAnthropicTools(
  tools: readonly ToolSpec[],
  names: ToolNames,
): readonly JsonObject[] {
  return sortedTools(tools).map(({ name, description, inputSchema }) => ({
    name: names.toWire(name),
    description,
    input_schema: withAcceptedNames(objectSchema(inlineReferences(inputSchema))),
  }));
}

const acceptedProperty = /^[a-zA-Z0-9_.-]{1,64}$/;

/** One property with another name would have the whole request refused. */
function withAcceptedNames(schema: JsonObject): JsonObject {
  const mapped = mapSchemas(schema);
  const refused = Object.keys(propertiesOf(mapped)).filter((name) => !acceptedProperty.test(name));
  if (refused.length === 0) return mapped;
  const kept = (name: string) => !refused.includes(name);
  return {
    ...mapped,
    properties: Object.fromEntries(
      Object.entries(propertiesOf(mapped)).filter(([name]) => kept(name)),
    ),
    ...('required' in mapped ? { required: requiredOf(mapped).filter(kept) } : {}),
    description:
      `${readString(mapped, 'description') ?? ''} Cannot be given here: ${refused.join(', ')}.`.trim(),
  };
}

function mapSchemas(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, mapSchema(key, value)]),
  );
}

function mapSchema(key: string, value: Json): Json {
  if (key === 'properties' && isJsonObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        name,
        isJsonObject(each) ? withAcceptedNames(each) : each,
      ]),
    );
  }
  if (key === 'items' && isJsonObject(value)) return withAcceptedNames(value);
  if (!['anyOf', 'oneOf', 'allOf'].includes(key) || !Array.isArray(value)) return value;
  return Array.from<Json>(value).map((each) =>
    isJsonObject(each) ? withAcceptedNames(each) : each,
  );
}
