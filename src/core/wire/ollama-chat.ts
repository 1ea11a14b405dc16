import { defineWire } from './codec/define-wire';
import { encodeOpenAiTools, encodeSystem } from './openai/request';
import type { ToolRequest, TokenUsage } from '../contracts/chats/messages';
import type { LlmEvent } from '../ports/llm';
import type { JsonObject, UnknownObject, Json } from '../contracts/json';
import { readCount, readList, readObject, readString, readValue } from './codec/json-fields';
import { readArguments, withoutBlank } from './codec/call-assembler';
import { maxCalls, usageOf, type StreamEnding } from './codec/finish-event';
import { textEvents, type MessageReader } from './codec/json-decoder';
import type { WireTurn, AssistantTurn } from './codec/repair-history';
import type { ToolNames } from './codec/tool-names';
import {
  inlineReferences,
  isJsonObject,
  objectSchema,
  propertiesOf,
  requiredOf,
  describeLimits,
} from './codec/tool-schema';

function encodeOllamaMessages(
  system: readonly string[],
  turns: readonly WireTurn[],
  names: ToolNames,
): readonly JsonObject[] {
  return [
    ...encodeSystem(system),
    ...turns.flatMap((turn) => {
      if (turn.role === 'assistant') return encodeAssistant(turn, names);
      const images = turn.images.map(({ data }) => data);
      const said = { role: 'user', content: turn.text };
      return [images.length === 0 ? said : { ...said, images }];
    }),
  ];
}

/** With the answers to its calls; the model's template decides which thoughts it reads. */
function encodeAssistant(
  { text, thinking, calls }: AssistantTurn,
  names: ToolNames,
): readonly JsonObject[] {
  const thought = thinking.map((block) => readString(block, 'thinking') ?? '').join('');
  const message = {
    role: 'assistant',
    content: text,
    ...(thought === '' ? {} : { thinking: thought }),
  };
  if (calls.length === 0) return [message];
  const uses = calls.map(({ id, name, args }) => ({
    id,
    function: { name: names.toWire(name), arguments: args },
  }));
  return [
    { ...message, tool_calls: uses },
    // Older servers match by name, newer ones by id.
    ...calls.map(({ id, name, answer }) => ({
      role: 'tool',
      tool_name: names.toWire(name),
      tool_call_id: id,
      content: answer.text,
    })),
  ];
}

/** The keys of a property that the server reads. */
const readKeys: ReadonlySet<string> = new Set(['type', 'enum']);

/** The parameters as the server keeps them; limits that it would drop are in the descriptions. */
function ollamaParameters(schema: JsonObject): JsonObject {
  return { type: 'object', properties: {}, ...inside(objectSchema(inlineReferences(schema))) };
}

function property(schema: Json): JsonObject {
  if (!isJsonObject(schema)) return {};
  const description = [readString(schema, 'description') ?? '', describeLimits(schema)]
    .filter((text) => text !== '')
    .join(' ');
  const read = Object.entries(schema).filter(([key]) => readKeys.has(key));
  const constant = schema['const'];
  return {
    ...Object.fromEntries(read),
    ...(constant === undefined ? {} : { enum: [constant] }),
    ...(description === '' ? {} : { description }),
    ...choicesOf(schema),
    ...(isJsonObject(schema.items) ? { items: property(schema.items) } : {}),
    ...inside(schema),
  };
}

/** `allOf` has no place either, and a choice of one is the nearest that has. */
function choicesOf({ anyOf, oneOf, allOf }: JsonObject): JsonObject {
  const choices = [anyOf, oneOf, allOf].find((each) => Array.isArray(each));
  return Array.isArray(choices) ? { anyOf: Array.from<Json>(choices).map(property) } : {};
}

function inside(schema: JsonObject): JsonObject {
  const properties = Object.entries(propertiesOf(schema)).map(
    ([name, each]) => [name, property(each)] as const,
  );
  const required = requiredOf(schema);
  return {
    ...(properties.length > 0 ? { properties: Object.fromEntries(properties) } : {}),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** Each call comes whole and is a new one: servers count them all as 0. Broken without `done`. */
class LineReader implements MessageReader {
  private readonly calls: ToolRequest[] = [];
  private readonly thoughts: string[] = [];
  private used: TokenUsage = {};
  private reason: string | undefined;

  private readonly nextId: () => string;

  constructor(turns: readonly WireTurn[]) {
    const calls = turns.flatMap((turn) => (turn.role === 'assistant' ? turn.calls : []));
    this.nextId = createIdCounter(new Set(calls.map(({ id }) => id)));
  }

  read(line: UnknownObject): readonly LlmEvent[] {
    const message = readObject(line, 'message');
    for (const call of readList(message, 'tool_calls')) this.addCall(call);
    const thought = readString(message, 'thinking') ?? '';
    if (thought !== '') this.thoughts.push(thought);
    if (line['done'] === true) {
      this.used = readUsage(line);
      this.reason = readString(line, 'done_reason') ?? '';
    }
    return [
      ...textEvents('thought', thought),
      ...textEvents('text', readString(message, 'content')),
    ];
  }

  state(): 'open' | 'done' {
    return this.reason === undefined ? 'open' : 'done';
  }

  usage(): TokenUsage {
    return this.used;
  }

  ending(): StreamEnding | undefined {
    if (this.reason === undefined) return undefined;
    return {
      // Older servers give no reason.
      reason: this.reason === '' ? 'stop' : this.reason,
      calls: this.calls,
      thinking: this.thinking(),
    };
  }

  private addCall(call: unknown): void {
    if (this.calls.length > maxCalls) return;
    const used = readObject(call, 'function');
    const id = readString(call, 'id') ?? '';
    this.calls.push({
      wireId: id === '' ? this.nextId() : id,
      name: readString(used, 'name') ?? '',
      argsText: withoutBlank(readArguments(readValue(used, 'arguments'))),
    });
  }

  /** Kept for the calls they led to; templates read no others. */
  private thinking(): readonly JsonObject[] {
    if (this.thoughts.length === 0 || this.calls.length === 0) return [];
    return [{ thinking: this.thoughts.join('') }];
  }
}

/** Absent is unknown: a prompt that was cached is not counted. */
function readUsage(line: UnknownObject): TokenUsage {
  return usageOf({
    inputTokens: readCount(line, 'prompt_eval_count'),
    outputTokens: readCount(line, 'eval_count'),
  });
}

/** Ids for servers that give none, unlike any that the request holds. */
function createIdCounter(used: ReadonlySet<string>): () => string {
  let count = used.size;
  return () => {
    let id: string;
    do {
      count += 1;
      id = `call_${String(count)}`;
    } while (used.has(id));
    return id;
  };
}

/** Ollama's own chat; its OpenAI layer swallows errors in a stream. */
export default defineWire({
  name: 'ollama-chat',
  path: '/api/chat',
  framing: 'ndjson',
  headers: {},
  ids: { uniqueIn: 'message' },
  body: ({ system, tools, turns, names }, { facts }) => ({
    messages: encodeOllamaMessages(system, turns, names),
    ...(tools.length > 0 ? { tools: encodeOpenAiTools(tools, names, ollamaParameters) } : {}),
    think: facts.reasoning,
    options: {
      // Without it, the server silently cuts the prompt at a few thousand tokens.
      num_ctx: facts.contextTokens,
      ...(facts.maxOutputTokens === undefined ? {} : { num_predict: facts.maxOutputTokens }),
    },
    stream: true,
  }),
  reader: (turns) => new LineReader(turns),
});
