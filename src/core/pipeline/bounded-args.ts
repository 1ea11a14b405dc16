import type { OutputFields } from '../contracts/bound-tool';

/** Characters of one text that the audit log keeps. */
const maxChars = 4000;
const maxDepth = 32;

/**
 * Arguments as the audit log keeps them: which call it was, not the bodies it carried. A long text
 * keeps its beginning and tells its length, so that the rows of a deleted chat hold no file of it.
 */
export function boundedArgs(args: OutputFields): Record<string, unknown> {
  return mapFields(args, 0);
}

function mapFields(fields: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, bound(value, depth)]),
  );
}

function bound(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cut(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maxDepth) return '[nested too deep]';
  return Array.isArray(value)
    ? value.map((item) => bound(item, depth + 1))
    : mapFields(value, depth + 1);
}

function cut(text: string): string {
  if (text.length <= maxChars) return text;
  const kept = text.slice(0, maxChars).replace(/[\uD800-\uDBFF]$/, '');
  return `${kept}… [${text.length} characters in all]`;
}
