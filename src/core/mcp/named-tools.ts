import { isObject, type UnknownObject } from '../contracts/json';
import { shortToolName } from '../contracts/tool-spec';

/** A word of a text with what is around it. */
const word = /[A-Za-z0-9][\w-]*/g;
const quotes = new Set(['"', "'", '`', '“', '‘', '„', '«']);
const maxDepth = 20;

/**
 * Other tools that a definition names (003-mcp-6): a server that explains to the model how to use
 * the tools of others can lead it astray. A name such as `read_file` counts anywhere, one that is an
 * ordinary word (`read`) only in quotes or before "tool".
 */
export function namedTools(
  definition: { readonly description?: string | undefined; readonly inputSchema: UnknownObject },
  others: readonly string[],
): readonly string[] {
  const byName = new Map(
    others.flatMap((id) =>
      [id, shortToolName(id)].map((name) => [name.toLowerCase(), id] as const),
    ),
  );
  const found = new Set<string>();
  for (const text of [definition.description ?? '', ...descriptions(definition.inputSchema, 0)]) {
    for (const { 0: name, index } of text.matchAll(word)) {
      const id = byName.get(name.toLowerCase());
      if (id !== undefined && (isDistinct(name) || isMarked(text, index, name.length))) {
        found.add(shortToolName(id));
      }
    }
  }
  return [...found];
}

/** No ordinary word: with `_`, `-` or a digit, or a capital inside. */
function isDistinct(name: string): boolean {
  return /[_\d-]|[a-z][A-Z]/.test(name);
}

function isMarked(text: string, start: number, length: number): boolean {
  const after = text.slice(start + length, start + length + 8);
  return quotes.has(text.charAt(start - 1)) || /^["'`”’“»]?\s+tool/i.test(after);
}

/** The descriptions in a schema, at any depth. */
function descriptions(value: unknown, depth: number): readonly string[] {
  if (depth > maxDepth) return [];
  if (Array.isArray(value)) return value.flatMap((item) => descriptions(item, depth + 1));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    key === 'description' && typeof item === 'string' ? [item] : descriptions(item, depth + 1),
  );
}
