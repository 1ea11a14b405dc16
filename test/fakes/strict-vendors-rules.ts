import { isObject, type UnknownObject } from '../../src/core/contracts/json';
import { readString } from '../../src/core/wire/codec/json-fields';

/** The body of a request, parsed. */
export type Body = UnknownObject;

/** Tool names that every vendor accepts. */
export const toolName = /^[a-zA-Z0-9_-]{1,64}$/;

export function* unexpectedKeys(
  value: UnknownObject,
  keys: readonly string[],
  where: string,
): Generator<string> {
  for (const key of Object.keys(value)) {
    if (!keys.includes(key)) yield `unknown key ${key} in ${where}`;
  }
}

/** Lone surrogates anywhere: strict vendors reject the whole request. */
export function* wholeText(value: unknown): Generator<string> {
  if (typeof value === 'string' && /\p{Surrogate}/u.test(value)) {
    yield 'text holds half a character';
  }
  if (Array.isArray(value)) for (const item of value) yield* wholeText(item);
  if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      yield* wholeText(key);
      yield* wholeText(item);
    }
  }
}

/** One system message at most, first; then the user; no role twice in a row except tools. */
export function* alternation(
  messages: readonly unknown[],
  last: 'last may be user or tool' | 'last may be anybody',
): Generator<string> {
  const roles = messages.map((message) => readString(message, 'role') ?? '');
  const spoken = roles[0] === 'system' ? roles.slice(1) : roles;
  if (spoken[0] !== 'user') yield 'the first message is not of the user';
  for (const [index, role] of spoken.entries()) {
    if (!['user', 'assistant', 'tool'].includes(role)) yield `the role ${role} is refused here`;
    const before = spoken[index - 1];
    if (role !== 'tool' && role === before) yield `two messages in a row of ${role}`;
    if (role === 'tool' && before !== 'assistant' && before !== 'tool') yield 'a stray answer';
  }
  if (last === 'last may be user or tool' && spoken.at(-1) === 'assistant') {
    yield 'the last message is of the model';
  }
}
