import type { Json, JsonObject } from '../../contracts/tool-spec';

/** Limits of a schema in words, by their keys. */
const phrases: readonly (readonly [key: string, phrase: (value: string) => string])[] = [
  ['minimum', (n) => `at least ${n}`],
  ['exclusiveMinimum', (n) => `more than ${n}`],
  ['maximum', (n) => `at most ${n}`],
  ['exclusiveMaximum', (n) => `less than ${n}`],
  ['multipleOf', (n) => `a multiple of ${n}`],
  ['minLength', (n) => `length at least ${n}`],
  ['maxLength', (n) => `length at most ${n}`],
  ['pattern', (text) => `matching ${text}`],
  ['format', (text) => `in the format ${text}`],
  ['minItems', (n) => `item count at least ${n}`],
  ['maxItems', (n) => `item count at most ${n}`],
  ['uniqueItems', (unique) => (unique === 'true' ? 'no item twice' : '')],
  ['default', (value) => `by default ${value}`],
];

/** "(at least 1, at most 100, by default 50)"; empty without limits. */
export function describeLimits(schema: JsonObject): string {
  const said = phrases.flatMap(([key, phrase]) => {
    const value = schema[key];
    return value === undefined || isUnlimited(value) ? [] : [phrase(valueText(value))];
  });
  const words = said.filter((text) => text !== '');
  return words.length === 0 ? '' : `(${words.join(', ')})`;
}

/** What schema makers write for any whole number. */
function isUnlimited(value: Json): boolean {
  return typeof value === 'number' && Math.abs(value) === Number.MAX_SAFE_INTEGER;
}

function valueText(value: Json): string {
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
}
