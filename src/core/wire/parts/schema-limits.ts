import type { Json, JsonObject } from '../../contracts/tool-spec';

/** Limits of a schema in words, by their keys. */
const phrases: readonly (readonly [key: string, phrase: (value: string) => string])[] = [
  ['minimum', (n) => `at least ${n}`],
  ['exclusiveMinimum', (n) => `more than ${n}`],
  ['maximum', (n) => `at most ${n}`],
  ['exclusiveMaximum', (n) => `less than ${n}`],
  ['multipleOf', (n) => `a multiple of ${n}`],
  ['minLength', (n) => `at least ${n} characters`],
  ['maxLength', (n) => `at most ${n} characters`],
  ['pattern', (text) => `matching ${text}`],
  ['format', (text) => `in the format ${text}`],
  ['minItems', (n) => `at least ${n} items`],
  ['maxItems', (n) => `at most ${n} items`],
  ['uniqueItems', (unique) => (unique === 'true' ? 'no item twice' : '')],
  ['default', (value) => `by default ${value}`],
];

/** "(at least 1, at most 100, by default 50)"; empty without limits. */
export function limitsOf(schema: JsonObject): string {
  const said = phrases.flatMap(([key, phrase]) => {
    const value = schema[key];
    return value === undefined || isNoLimit(value) ? [] : [phrase(written(value))];
  });
  const words = said.filter((text) => text !== '');
  return words.length === 0 ? '' : `(${words.join(', ')})`;
}

/** What schema makers write for any whole number. */
function isNoLimit(value: Json): boolean {
  return typeof value === 'number' && Math.abs(value) === Number.MAX_SAFE_INTEGER;
}

function written(value: Json): string {
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
}
