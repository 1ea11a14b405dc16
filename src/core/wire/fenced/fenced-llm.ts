import type { Llm, LlmEvent, LlmRequest } from '../../ports/llm';
import {
  plainMessages,
  readFencedCalls,
  blockTools,
  generalBlock,
  openingOf,
  type Callable,
} from './fenced-calls';
import { escapeTag } from '../../base/escape-tag';
import type { TokenUsage } from '../../contracts/chats/messages';
import { readString } from '../codec/json-fields';
import type { Json, JsonObject } from '../../contracts/json';
import type { ToolSpec } from '../../contracts/tool-spec';
import {
  inlineReferences,
  isJsonObject,
  objectSchema,
  propertiesOf,
  requiredOf,
  describeLimits,
  sortedTools,
} from '../codec/tool-schema';

/** Offers tools by fenced blocks (decision 35) to a model that has no native calls. */
export function fencedLlm(inner: Llm): Llm {
  return {
    facts: { ...inner.facts, tools: 'fenced' },
    stream: (request, signal) => streamFenced(inner, request, signal),
  };
}

async function* streamFenced(
  inner: Llm,
  { system, messages, tools, callWord: word = '' }: LlmRequest,
  signal: AbortSignal,
): AsyncGenerator<LlmEvent> {
  const plain: LlmRequest = {
    system: tools.length === 0 ? system : [...system, toolCatalog(tools, word)],
    messages: plainMessages(messages, word),
    tools: [],
  };
  const names = new Set(tools.map(({ name }) => name));
  const callable = { names, word };
  const said: string[] = [];
  for await (const event of inner.stream(plain, signal)) {
    if (event.type === 'text') said.push(event.text);
    if (event.type !== 'finish') {
      yield event;
      continue;
    }
    const text = said.join('');
    const finish = withCalls(event, text, callable);
    // It ended without a call, but a block would be one with the word.
    const forgot = finish.reason === 'stop' && readFencedCalls(text, { names }).length > 0;
    if (forgot) yield* remind({ inner, plain, first: event, text, callable, signal });
    else yield finish;
  }
}

type Finish = Extract<LlmEvent, { type: 'finish' }>;

/** Only an answer that came to its end is read: a cut one may stop in the middle of a command. */
function withCalls(finish: Finish, text: string, callable: Callable): Finish {
  if (finish.reason !== 'stop') return finish;
  const calls = readFencedCalls(text, callable);
  return calls.length === 0 ? finish : { ...finish, reason: 'tool_calls', calls };
}

interface Forgotten {
  readonly inner: Llm;
  readonly plain: LlmRequest;
  readonly first: Finish;
  readonly text: string;
  readonly callable: Callable & { readonly word: string };
  readonly signal: AbortSignal;
}

/** Asks once more if blocks lack the word (decision 74); shown only if it then calls a tool. */
async function* remind(forgotten: Forgotten): AsyncGenerator<LlmEvent> {
  const { inner, plain, first, text, callable, signal } = forgotten;
  const messages: LlmRequest['messages'] = [
    ...plain.messages,
    { role: 'assistant', text, calls: [] },
    { role: 'user', text: reminder(callable.word) },
  ];
  const said: string[] = [];
  for await (const event of inner.stream({ ...plain, messages }, signal)) {
    if (event.type === 'text') said.push(event.text);
    if (event.type === 'wait') yield event;
    if (event.type === 'error') yield { ...first, usage: addUsage(first.usage, event.usage ?? {}) };
    if (event.type !== 'finish') continue;
    const second = withCalls(event, said.join(''), callable);
    const usage = addUsage(first.usage, second.usage);
    if (second.calls.length > 0) yield { type: 'text', text: `\n\n${said.join('')}` };
    yield second.calls.length > 0 ? { ...second, usage } : { ...first, usage };
  }
}

function reminder(word: string): string {
  return `No tool was called: the first line of a block that calls one ends with the word "${word}". If you meant to call a tool, write the block again with that word. If not, answer "no call".`;
}

const usageKeys = [
  'inputTokens',
  'outputTokens',
  'cacheReadTokens',
  'cacheWriteTokens',
  'reasoningTokens',
] as const;

function addUsage(first: TokenUsage, second: TokenUsage): TokenUsage {
  const sums: { -readonly [Key in keyof TokenUsage]: TokenUsage[Key] } = { ...first };
  for (const key of usageKeys) {
    const more = second[key];
    if (more !== undefined) sums[key] = (sums[key] ?? 0) + more;
  }
  return sums;
}

/** The `<tools>` catalog and how to call what it lists (decision 35). */
function toolCatalog(tools: readonly ToolSpec[], word: string): string {
  const listed = sortedTools(tools)
    .map((tool) => describeTool(tool, word))
    .join('\n\n');
  return `${instructions(tools, word)}\n\n<tools>\n${escapeTag(listed, 'tools')}\n</tools>`;
}

function instructions(tools: readonly ToolSpec[], word: string): string {
  const names = new Set(tools.map(({ name }) => name));
  const own = [...blockTools].filter(([, { tool }]) => names.has(tool));
  return [
    'You use tools by writing fenced blocks. Each block starts on a line of its own. Write the blocks you need, then end your answer: they run one after another, and the next message holds a <tool_result> for each. Never write a <tool_result> yourself.',
    `The first line of each block ends with the word "${word}", which only you and Gatehouse know: never write it anywhere else. A block without it is plain text and calls nothing.`,
    `A block with the language "${generalBlock}" calls any tool:`,
    `${openingOf(generalBlock, word)}\n{"name": "the tool's name", "arguments": {}}\n\`\`\``,
    ...own.map(([language]) => exampleOf(language, word)),
    'Code that is meant to be read and not run goes into a block of another language, such as "text" or "sh".',
  ].join('\n\n');
}

function exampleOf(language: string, word: string): string {
  const [does, body] = examples[language] ?? [];
  return `A block with the language "${language}" ${does ?? ''}:\n\n${openingOf(language, word)}\n${body ?? ''}\n\`\`\``;
}

const examples: Readonly<Record<string, readonly [does: string, body: string]>> = {
  bash: ['runs a shell command', 'ls -la'],
  scrape: ['reads parts of a web page', '{"url": "https://example.com", "select": "h1"}'],
};

function describeTool({ name, description, inputSchema }: ToolSpec, word: string): string {
  const schema = objectSchema(inlineReferences(inputSchema));
  const required = new Set(requiredOf(schema));
  const own = [...blockTools].find(([, { tool }]) => tool === name)?.[0];
  const parameters = Object.entries(propertiesOf(schema)).map(([key, each]) =>
    describeParameter(key, each, required.has(key)),
  );
  return [
    `## ${name}`,
    description,
    `Invocation: ${openingOf(own ?? generalBlock, word)}`,
    ...(parameters.length > 0 ? ['Parameters:', ...parameters] : ['Parameters: none']),
  ].join('\n');
}

function describeParameter(name: string, schema: Json, required: boolean): string {
  const property = isJsonObject(schema) ? schema : {};
  const type = `${typeOf(property)}, ${required ? 'required' : 'optional'}`;
  const words = [readString(property, 'description') ?? '', describeLimits(property)];
  return `- ${name} (${type}): ${words.join(' ').replace(/\s+/g, ' ').trim()}`.replace(/: $/, '');
}

/** In words if they express all of it, otherwise the schema itself. */
function typeOf(schema: JsonObject): string {
  const { type, enum: values, const: constant } = schema;
  if (Array.isArray(values)) return `one of ${JSON.stringify(values)}`;
  if (constant !== undefined) return JSON.stringify(constant);
  const isPlain = typeof type === 'string' && type !== 'object' && type !== 'array';
  return isPlain ? type : JSON.stringify(schema);
}
