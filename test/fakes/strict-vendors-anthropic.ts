import { isObject } from '../../src/core/contracts/json';
import {
  readCount,
  readList,
  readObject,
  readString,
  readValue,
} from '../../src/core/wire/codec/json-fields';
import {
  alternation,
  toolName,
  unexpectedKeys,
  wholeText,
  type Body,
} from './strict-vendors-rules';

const bodyKeys = ['model', 'max_tokens', 'system', 'messages', 'tools', 'thinking', 'stream'];
const maxMarks = 4;

/** Reasons for which Anthropic Messages rejects a body. */
export function* strictAnthropic(body: Body): Generator<string> {
  yield* unexpectedKeys(body, bodyKeys, 'the body');
  yield* wholeText(body);
  yield* limits(body);
  yield* toolProblems(body);
  yield* marks(body);
  yield* blocksOf('user', readList(body, 'system'));
  const messages = readList(body, 'messages');
  yield* alternation(messages, 'last may be anybody');
  const used = new Set<string>();
  for (const [index, message] of messages.entries()) {
    yield* unexpectedKeys(isObject(message) ? message : {}, ['role', 'content'], 'a message');
    const content = readList(message, 'content');
    const role = readString(message, 'role') === 'user' ? 'user' : 'assistant';
    if (content.length === 0) yield `message ${String(index)} is empty`;
    yield* blocksOf(role, content);
    if (role === 'user') yield* results(readList(messages[index - 1], 'content'), content);
    else yield* uses(content, used);
  }
  yield* lastMessage(messages);
  yield* thoughts(body, messages);
}

function* limits(body: Body): Generator<string> {
  const max = readCount(body, 'max_tokens') ?? 0;
  if (max < 1) yield 'max_tokens is missing';
  const thinking = readObject(body, 'thinking');
  if (thinking === undefined || thinking['type'] === 'adaptive') return;
  const budget = readCount(thinking, 'budget_tokens') ?? 0;
  if (thinking['type'] !== 'enabled') yield 'thinking has an unknown type';
  if (budget < 1024 || budget >= max) yield `the budget ${String(budget)} does not fit`;
}

const blockKeys: Readonly<Record<string, readonly string[]>> = {
  text: ['type', 'text', 'cache_control'],
  image: ['type', 'source', 'cache_control'],
  tool_result: ['type', 'tool_use_id', 'content', 'is_error', 'cache_control'],
  tool_use: ['type', 'id', 'name', 'input', 'cache_control'],
  thinking: ['type', 'thinking', 'signature'],
  redacted_thinking: ['type', 'data'],
  server_tool_use: ['type', 'id', 'name', 'input'],
};
const rolesOf: Readonly<Record<string, readonly string[]>> = {
  user: ['text', 'image', 'tool_result'],
  assistant: ['text', 'tool_use', 'thinking', 'redacted_thinking', 'server_tool_use'],
};

function* blocksOf(role: string, content: readonly unknown[]): Generator<string> {
  for (const block of content) {
    const type = readString(block, 'type') ?? '';
    if (rolesOf[role]?.includes(type) !== true) yield `${role} cannot send ${type}`;
    yield* unexpectedKeys(isObject(block) ? block : {}, blockKeys[type] ?? [], `a block ${type}`);
    if (isBlank(block, neededKey.get(type) ?? 'type')) yield `a block ${type} is blank`;
    if (type === 'image') yield* imageProblems(readObject(block, 'source'));
  }
}

/** Fields that must not be empty; thoughts may be omitted, their signature may not. */
const neededKey: ReadonlyMap<string, string> = new Map([
  ['text', 'text'],
  ['tool_result', 'content'],
  ['thinking', 'signature'],
]);

function* imageProblems(source: unknown): Generator<string> {
  const known = /^image\/(?:png|jpeg|gif|webp)$/.test(readString(source, 'media_type') ?? '');
  if (!known || readString(source, 'type') !== 'base64' || isBlank(source, 'data')) {
    yield 'an image is refused';
  }
}

function* uses(content: readonly unknown[], used: Set<string>): Generator<string> {
  for (const block of content.filter((each) => readString(each, 'type') === 'tool_use')) {
    const id = readString(block, 'id') ?? '';
    if (used.has(id)) yield `the id ${id} appears twice in the request`;
    if (!/^[a-zA-Z0-9_-]+$/.test(id)) yield `the id "${id}" is refused`;
    used.add(id);
    if (!toolName.test(readString(block, 'name') ?? '')) yield 'a name is refused';
    if (readObject(block, 'input') === undefined) yield 'input is no object';
  }
}

/** All results first, in the message right after the calls, each call once. */
function* results(before: readonly unknown[], content: readonly unknown[]): Generator<string> {
  const types = content.map((block) => readString(block, 'type'));
  const answers = content.filter((_, index) => types[index] === 'tool_result');
  if (types.slice(0, answers.length).some((type) => type !== 'tool_result')) {
    yield 'something comes before the results';
  }
  const open = before
    .filter((block) => readString(block, 'type') === 'tool_use')
    .map((block) => readString(block, 'id'));
  const told = answers.map((block) => readString(block, 'tool_use_id'));
  if ([...open].sort().join() !== [...told].sort().join()) {
    yield `calls ${open.join()} are answered by ${told.join()}`;
  }
  for (const answer of answers) {
    const error = readValue(answer, 'is_error');
    if (error !== undefined && error !== true) yield 'is_error says nothing';
  }
}

/** Newer models reject a prefilled answer; only a paused answer may come last. */
function* lastMessage(messages: readonly unknown[]): Generator<string> {
  const last = messages.at(-1);
  if (readString(last, 'role') !== 'assistant') return;
  const types = readList(last, 'content').map((block) => readString(block, 'type'));
  if (!types.includes('server_tool_use')) yield 'the last message is of the model';
}

/** With a thinking budget, the current turn begins with thoughts; without, it has none. */
function* thoughts(body: Body, messages: readonly unknown[]): Generator<string> {
  const type = readString(readObject(body, 'thinking'), 'type');
  // The newest models think by default.
  const thinksUnasked = /claude-[a-z]+-[5-9]/.test(readString(body, 'model') ?? '');
  if (type === 'adaptive' || thinksUnasked) return;
  const isWords = (message: unknown) =>
    readList(message, 'content').some((block) =>
      /^(text|image)$/.test(readString(block, 'type') ?? ''),
    );
  const lastWords = messages.findLastIndex(
    (message) => readString(message, 'role') === 'user' && isWords(message),
  );
  for (const message of messages.slice(lastWords + 1)) {
    if (readString(message, 'role') !== 'assistant') continue;
    const first = readString(readList(message, 'content')[0], 'type') ?? '';
    const thinks = /thinking$/.test(first);
    if (type === 'enabled' && !thinks) yield `a turn under way begins with ${first}`;
    if (type === undefined && thinks) yield 'thoughts are sent while thinking is off';
  }
}

function* toolProblems(body: Body): Generator<string> {
  if ('tools' in body && readList(body, 'tools').length === 0) yield 'tools is empty';
  const names: string[] = [];
  for (const tool of readList(body, 'tools')) {
    const keys = ['name', 'description', 'input_schema', 'cache_control'];
    yield* unexpectedKeys(isObject(tool) ? tool : {}, keys, 'a tool');
    const name = readString(tool, 'name') ?? '';
    if (!toolName.test(name)) yield `the name "${name}" is refused`;
    names.push(name);
    yield* schemaProblems(readObject(tool, 'input_schema') ?? {});
  }
  if (new Set(names).size < names.length) yield 'a tool appears twice';
}

function* schemaProblems(schema: Body): Generator<string> {
  if (schema['type'] !== 'object') yield 'input_schema is no object';
  for (const key of ['oneOf', 'anyOf', 'allOf', '$schema', '$ref']) {
    if (key in schema) yield `input_schema has ${key} at its root`;
  }
  const properties = Object.keys(readObject(schema, 'properties') ?? {});
  const refused = properties.find((each) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(each));
  if (refused !== undefined) yield `the property "${refused}" is refused`;
}

/** At most four; among tools and system blocks only the last. */
function* marks(body: Body): Generator<string> {
  const text = JSON.stringify(body);
  const count = text.split('"cache_control":{"type":"ephemeral"}').length - 1;
  if (count > maxMarks) yield `${String(count)} cache marks`;
  if (count !== text.split('"cache_control":').length - 1) yield 'an unknown cache mark';
  for (const list of [readList(body, 'system'), readList(body, 'tools')]) {
    const marked = list.slice(0, -1).some((item) => isObject(item) && 'cache_control' in item);
    if (marked) yield 'a mark is before the last';
  }
}

function isBlank(block: unknown, key: string): boolean {
  return (readString(block, key) ?? '').trim() === '';
}
