import type { Llm, LlmEvent, LlmRequest } from '../../ports/llm';
import { readFencedCalls, blockTools, generalBlock } from './fenced-calls';
import { plainMessages, escapeTag } from './plain-messages';
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

/**
 * A model without native tools that calls them by fenced blocks (decision 35): its system
 * prompt carries the catalog, and its answer is read once it has ended. Models with native tools
 * never come here: what they write in fences is text.
 */
export function fencedLlm(inner: Llm): Llm {
  return {
    facts: { ...inner.facts, tools: 'fenced' },
    stream: (request, signal) => streamFenced(inner, request, signal),
  };
}

async function* streamFenced(
  inner: Llm,
  { system, messages, tools }: LlmRequest,
  signal: AbortSignal,
): AsyncGenerator<LlmEvent> {
  const plain: LlmRequest = {
    system: tools.length === 0 ? system : [...system, toolCatalog(tools)],
    messages: plainMessages(messages),
    tools: [],
  };
  const names = new Set(tools.map(({ name }) => name));
  const said: string[] = [];
  for await (const event of inner.stream(plain, signal)) {
    if (event.type === 'text') said.push(event.text);
    yield event.type === 'finish' ? withCalls(event, said.join(''), names) : event;
  }
}

type Finish = Extract<LlmEvent, { type: 'finish' }>;

/** Only an answer that came to its end is read: a cut one may stop in the middle of a command. */
function withCalls(finish: Finish, text: string, names: ReadonlySet<string>): Finish {
  if (finish.reason !== 'stop') return finish;
  const calls = readFencedCalls(text, names);
  return calls.length === 0 ? finish : { ...finish, reason: 'tool_calls', calls };
}

/** The `<tools>` catalog and how to call what it lists (decision 35). */
function toolCatalog(tools: readonly ToolSpec[]): string {
  const listed = sortedTools(tools).map(describeTool).join('\n\n');
  return `${instructions(tools)}\n\n<tools>\n${escapeTag(listed, 'tools')}\n</tools>`;
}

function instructions(tools: readonly ToolSpec[]): string {
  const names = new Set(tools.map(({ name }) => name));
  const own = [...blockTools].filter(([, { tool }]) => names.has(tool));
  return [
    'You use tools by writing fenced blocks. Each block starts on a line of its own. Write the blocks you need, then end your answer: they run one after another, and the next message holds a <tool_result> for each. Never write a <tool_result> yourself.',
    `A block with the language "${generalBlock}" calls any tool:`,
    `\`\`\`${generalBlock}\n{"name": "the tool's name", "arguments": {}}\n\`\`\``,
    ...own.map(([language]) => examples[language] ?? ''),
    'Code that is meant to be read and not run goes into a block of another language, such as "text" or "sh".',
  ].join('\n\n');
}

const examples: Readonly<Record<string, string>> = {
  bash: 'A block with the language "bash" runs a shell command:\n\n```bash\nls -la\n```',
  scrape:
    'A block with the language "scrape" reads parts of a web page:\n\n```scrape\n{"url": "https://example.com", "select": "h1"}\n```',
};

function describeTool({ name, description, inputSchema }: ToolSpec): string {
  const schema = objectSchema(inlineReferences(inputSchema));
  const required = new Set(requiredOf(schema));
  const own = [...blockTools].find(([, { tool }]) => tool === name)?.[0];
  const parameters = Object.entries(propertiesOf(schema)).map(([key, each]) =>
    describeParameter(key, each, required.has(key)),
  );
  return [
    `## ${name}`,
    description,
    `Invocation: \`\`\`${own ?? generalBlock}`,
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
