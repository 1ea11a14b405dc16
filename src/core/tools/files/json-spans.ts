import { parseJson } from '../../contracts/json';

/** Position of a value in a JSON text: from its first character up to, not including, `end`. */
export interface JsonSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * The members of the object that starts at or after `from`, each with the place of its value; of a
 * name that comes twice the last, as `JSON.parse` has it. The text must be valid JSON.
 */
export function jsonMembers(text: string, from: number): ReadonlyMap<string, JsonSpan> {
  const members = new Map<string, JsonSpan>();
  let at = afterBlanks(text, afterBlanks(text, from) + 1);
  while (text[at] === '"') {
    const nameEnd = afterString(text, at);
    const start = afterBlanks(text, afterBlanks(text, nameEnd) + 1);
    const end = afterValue(text, start);
    members.set(nameOf(text.slice(at, nameEnd)), { start, end });
    at = afterComma(text, end);
  }
  return members;
}

/** The items of the array that starts at or after `from`. The text must be valid JSON. */
export function jsonItems(text: string, from: number): readonly JsonSpan[] {
  const items: JsonSpan[] = [];
  let at = afterBlanks(text, afterBlanks(text, from) + 1);
  while (at < text.length && text[at] !== ']') {
    const end = afterValue(text, at);
    items.push({ start: at, end });
    at = afterComma(text, end);
  }
  return items;
}

function nameOf(raw: string): string {
  const name = parseJson(raw);
  return typeof name === 'string' ? name : raw;
}

function afterComma(text: string, end: number): number {
  const at = afterBlanks(text, end);
  return text[at] === ',' ? afterBlanks(text, at + 1) : at;
}

/** Goes over nested values by counting, so that no depth can exhaust the stack. */
function afterValue(text: string, start: number): number {
  let depth = 0;
  let at = start;
  do {
    const character = text[at];
    if (character === '"') {
      at = afterString(text, at);
      continue;
    }
    if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    else if (depth === 0) return afterWord(text, at);
    at += 1;
  } while (depth > 0 && at < text.length);
  return at;
}

/** A number, `true`, `false` or `null`. */
function afterWord(text: string, start: number): number {
  let at = start;
  while (at < text.length && !',]} \t\r\n'.includes(text[at] ?? '')) at += 1;
  return at;
}

function afterString(text: string, start: number): number {
  let at = start;
  do at = text.indexOf('"', at + 1);
  while (at !== -1 && isEscaped(text, at));
  return at === -1 ? text.length : at + 1;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}

function afterBlanks(text: string, start: number): number {
  let at = start;
  while (at < text.length && ' \t\r\n'.includes(text[at] ?? '')) at += 1;
  return at;
}
