import { isObject, parseJson } from '../../src/core/contracts/json';
import {
  readCount,
  readList,
  readObject,
  readString,
  readValue,
} from '../../src/core/wire/codec/json-fields';
import { strictAnthropic } from './strict-vendors-anthropic';
import {
  alternation,
  toolName,
  unexpectedKeys,
  wholeText,
  type Body,
} from './strict-vendors-rules';

/**
 * Reasons for which each vendor rejects a request, by wire: returns the problem of a body, or
 * undefined if the vendor would accept it. Stricter than any one server, as strict as all of them.
 */
export const strictVendors: Readonly<Record<string, (body: Body) => string | undefined>> = {
  'openai-chat': (body) => firstProblem(openAiProblems(body)),
  'ollama-chat': (body) => firstProblem(ollamaProblems(body)),
  'anthropic-messages': (body) => firstProblem(strictAnthropic(body)),
};

function firstProblem(problems: Iterable<string>): string | undefined {
  for (const problem of problems) return problem;
  return undefined;
}

const openAiKeys = [
  'model',
  'messages',
  'tools',
  'max_tokens',
  'max_completion_tokens',
  'stream',
  'stream_options',
];

function* openAiProblems(body: Body): Generator<string> {
  yield* unexpectedKeys(body, openAiKeys, 'the body');
  yield* wholeText(body);
  yield* functionTools(body);
  const messages = readList(body, 'messages');
  yield* alternation(messages, 'last may be user or tool');
  const lastUser = messages.findLastIndex((message) => readString(message, 'role') === 'user');
  for (const [index, message] of messages.entries()) {
    const role = readString(message, 'role');
    if (role === 'assistant') yield* openAiAssistant(message, messages.slice(index + 1));
    else if (role === 'user') yield* openAiUser(message);
    else if (role === 'tool') yield* keysOf(message, ['role', 'tool_call_id', 'content']);
    else yield* keysOf(message, ['role', 'content']);
    if (role !== 'assistant' && role !== 'user') yield* contentOf(message);
    const thinks = Object.keys(isObject(message) ? message : {}).some((key) =>
      /^reasoning/.test(key),
    );
    if (thinks && (index < lastUser || readList(message, 'tool_calls').length === 0)) {
      yield `message ${String(index)} carries reasoning of a turn that is over`;
    }
  }
}

function* openAiUser(message: unknown): Generator<string> {
  yield* keysOf(message, ['role', 'content']);
  const parts = readList(message, 'content');
  if (!Array.isArray(readValue(message, 'content'))) yield* contentOf(message);
  else if (parts.length === 0) yield 'a user message has no parts';
  for (const part of parts) {
    const url = readString(readObject(part, 'image_url'), 'url') ?? '';
    const isText = readString(part, 'type') === 'text' && !isBlank(readString(part, 'text'));
    const isImage = /^data:image\/(?:png|jpeg|gif|webp);base64,\S+$/.test(url);
    if (!isText && !isImage) yield `a user message has the part ${JSON.stringify(part)}`;
  }
}

function* openAiAssistant(message: unknown, after: readonly unknown[]): Generator<string> {
  const calls = readList(message, 'tool_calls');
  const thoughts = ['reasoning', 'reasoning_content', 'reasoning_details'];
  yield* keysOf(message, ['role', 'content', 'tool_calls', ...thoughts]);
  if (isObject(message) && 'tool_calls' in message && calls.length === 0) {
    yield 'tool_calls is empty';
  }
  if (calls.length === 0 || readValue(message, 'content') !== null) yield* contentOf(message);
  for (const call of calls) {
    yield* keysOf(call, ['id', 'type', 'function', 'extra_content']);
    const fn = readObject(call, 'function');
    yield* keysOf(fn, ['name', 'arguments']);
    if (readString(call, 'type') !== 'function') yield 'a call is no function';
    yield* nameOf(fn);
    const args = parseJson(readString(fn, 'arguments') ?? '');
    if (!isObject(args)) yield 'arguments are no JSON object';
    yield* wholeText(args);
  }
  const ids = calls.map((call) => readString(call, 'id') ?? '');
  yield* answered(ids, after, (answer) => readString(answer, 'tool_call_id'));
}

const ollamaKeys = ['model', 'messages', 'tools', 'think', 'options', 'stream'];

function* ollamaProblems(body: Body): Generator<string> {
  yield* unexpectedKeys(body, ollamaKeys, 'the body');
  yield* wholeText(body);
  yield* functionTools(body);
  if (typeof body['think'] !== 'boolean') yield 'think is no boolean';
  if ((readCount(readObject(body, 'options'), 'num_ctx') ?? 0) === 0) yield 'num_ctx is missing';
  const messages = readList(body, 'messages');
  yield* alternation(messages, 'last may be user or tool');
  for (const [index, message] of messages.entries()) {
    const role = readString(message, 'role');
    if (role === 'assistant') yield* ollamaAssistant(message, messages.slice(index + 1));
    else if (role === 'tool') yield* ollamaAnswer(message);
    else yield* keysOf(message, ['role', 'content', 'images']);
    const images = readList(message, 'images');
    if (images.some((image) => typeof image !== 'string' || /[^A-Za-z0-9+/=]/.test(image))) {
      yield 'an image is no bare base64';
    }
    if (role !== 'assistant' && images.length === 0) yield* contentOf(message);
  }
}

function* ollamaAssistant(message: unknown, after: readonly unknown[]): Generator<string> {
  const calls = readList(message, 'tool_calls');
  yield* keysOf(message, ['role', 'content', 'thinking', 'tool_calls']);
  if (readString(message, 'content') === undefined) yield 'content is no text';
  if (calls.length === 0) yield* contentOf(message);
  for (const call of calls) {
    yield* keysOf(call, ['id', 'function']);
    const fn = readObject(call, 'function');
    yield* keysOf(fn, ['name', 'arguments']);
    yield* nameOf(fn);
    if (readObject(fn, 'arguments') === undefined) yield 'arguments are no object';
  }
  const ids = calls.map((call) => readString(call, 'id') ?? '');
  yield* answered(ids, after, (answer) => readString(answer, 'tool_call_id'));
  const names = calls.map((call) => readString(readObject(call, 'function'), 'name'));
  const told = after.slice(0, calls.length).map((answer) => readString(answer, 'tool_name'));
  if (names.join(' ') !== told.join(' ')) yield 'answers name other tools than the calls';
}

function* ollamaAnswer(message: unknown): Generator<string> {
  yield* keysOf(message, ['role', 'tool_name', 'tool_call_id', 'content']);
}

/** Each id is answered exactly once by the tool messages that follow directly. */
function* answered(
  ids: readonly string[],
  after: readonly unknown[],
  idOf: (answer: unknown) => string | undefined,
): Generator<string> {
  if (ids.includes('')) yield 'a call has no id';
  if (new Set(ids).size < ids.length) yield `a call id appears twice in one message: ${ids.join()}`;
  const other = after.findIndex((message) => readString(message, 'role') !== 'tool');
  const answers = (other < 0 ? after : after.slice(0, other)).map(idOf);
  for (const id of ids) {
    const count = answers.filter((each) => each === id).length;
    if (count !== 1) yield `call ${id} is answered ${String(count)} times`;
  }
  const stray = answers.find((id) => !ids.includes(id ?? ''));
  if (stray !== undefined || answers.length > ids.length) {
    yield `an answer to no call: ${stray ?? ''}`;
  }
}

/** Tools as functions, by name, with the keys that every server accepts. */
function* functionTools(body: Body): Generator<string> {
  if ('tools' in body && readList(body, 'tools').length === 0) yield 'tools is empty';
  const names: string[] = [];
  for (const tool of readList(body, 'tools')) {
    yield* keysOf(tool, ['type', 'function']);
    const fn = readObject(tool, 'function');
    yield* keysOf(fn, ['name', 'description', 'parameters']);
    yield* nameOf(fn);
    names.push(readString(fn, 'name') ?? '');
    const parameters = readObject(fn, 'parameters') ?? {};
    if (parameters['type'] !== 'object') yield 'parameters are no object';
    if ('$schema' in parameters) yield 'parameters name their dialect';
  }
  if (new Set(names).size < names.length) yield 'a tool appears twice';
}

function* nameOf(fn: unknown): Generator<string> {
  const name = readString(fn, 'name') ?? '';
  if (!toolName.test(name)) yield `the name "${name}" is refused`;
}

function* contentOf(message: unknown): Generator<string> {
  if (isBlank(readString(message, 'content'))) yield `content is empty: ${JSON.stringify(message)}`;
}

function* keysOf(value: unknown, keys: readonly string[]): Generator<string> {
  yield* unexpectedKeys(isObject(value) ? value : {}, keys, JSON.stringify(value));
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === '';
}
