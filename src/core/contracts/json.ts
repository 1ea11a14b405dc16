/** Deeper nesting is not a model's answer and would exhaust the stack. */
const maxDepth = 64;

/** A copy as JSON; undefined if too deep. Lone surrogates, which vendors refuse, become U+FFFD. */
export function toJson(value: unknown, depth = 0): Json | undefined {
  if (typeof value === 'string') return wellFormed(value);
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  if (depth >= maxDepth) return undefined;
  if (Array.isArray(value)) return listOf(Array.from<unknown>(value), depth);
  return isObject(value) ? objectOf(Object.entries(value), depth) : undefined;
}

/** A copy of a parsed object; undefined for anything else. */
export function toJsonObject(value: unknown): JsonObject | undefined {
  return isObject(value) ? objectOf(Object.entries(value), 0) : undefined;
}

/** Copies of the objects among parsed values. */
export function jsonObjects(values: readonly unknown[]): readonly JsonObject[] {
  return values.map(toJsonObject).filter((value) => value !== undefined);
}

/** Removes lone surrogates, as a cut may leave them. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}

/** Nothing that we read or write is nested deeper; what walks a value would exhaust the stack. */
const maxTextDepth = 128;
const [quote, openList, closeList, openObject, closeObject] = [0x22, 0x5b, 0x5d, 0x7b, 0x7d];

/** Looks at each character once; strings are passed over. */
function isShallow(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === openList || code === openObject) depth += 1;
    else if (code === closeList || code === closeObject) depth -= 1;
    if (depth > maxTextDepth) return false;
  }
  return true;
}

/** Of the quote that ends a string; the end of the text if none does. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text[before] === '\\') before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
}

/**
 * The value of a JSON text of any author; undefined if the text is none, or nested more than 128
 * deep, which is found before it is parsed.
 */
export function parseJson(text: string): unknown {
  try {
    return isShallow(text) ? JSON.parse(text) : undefined;
  } catch {
    // Not JSON: no schema accepts undefined.
    return undefined;
  }
}

/** A copy of what JSON can hold, without writing its text: long strings cost nothing. */
export function jsonCopy<T>(value: T): T;
export function jsonCopy(value: unknown): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value + 0 : null;
    case 'object':
      return value === null ? null : objectCopy(value);
    default:
      return undefined;
  }
}

function objectCopy(value: object): unknown {
  if (Array.isArray(value) && !('toJSON' in value)) {
    return Array.from<unknown, unknown>(value, (item) => jsonCopy(item) ?? null);
  }
  const isPlain = Object.getPrototypeOf(value) === Object.prototype && !('toJSON' in value);
  if (!isPlain) return textCopy(value);
  const copy: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const itemCopy = jsonCopy<unknown>(item);
    if (itemCopy === undefined) continue;
    // An own property of this name, as JSON has it.
    if (key === '__proto__') return textCopy(value);
    copy[key] = itemCopy;
  }
  return copy;
}

/** For objects with a meaning of their own, such as dates. */
function textCopy(value: object): unknown {
  const text = JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'bigint' ? undefined : item,
  );
  return parseJson(text);
}

/** A JSON object of unknown content. */
export type UnknownObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is UnknownObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The items of a list; none of anything else. */
export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? Array.from<unknown>(value) : [];
}

function listOf(items: readonly unknown[], depth: number): Json | undefined {
  const copies: Json[] = [];
  for (const item of items) {
    const copy = toJson(item, depth + 1);
    if (copy === undefined) return undefined;
    copies.push(copy);
  }
  return copies;
}

function objectOf(
  entries: readonly (readonly [string, unknown])[],
  depth: number,
): JsonObject | undefined {
  const copies: [string, Json][] = [];
  for (const [key, value] of entries) {
    const copy = toJson(value, depth + 1);
    if (copy === undefined) return undefined;
    copies.push([wellFormed(key), copy]);
  }
  return Object.fromEntries(copies);
}

export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export type JsonObject = Readonly<Record<string, Json>>;
