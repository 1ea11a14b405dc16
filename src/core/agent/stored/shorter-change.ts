import type { ConversationChange } from '../../contracts/conversation';
import type { Json } from '../../contracts/tool-spec';

/** Characters of one text. */
const maxText = 512 * 1024;

/**
 * The change with long texts cut and the data of large pictures left out: what the store refuses for
 * its size must not keep all that comes after it from being stored.
 */
export function shorterChange({ put = [], ...rest }: ConversationChange): ConversationChange {
  return { ...rest, put: put.map((entry) => ({ ...entry, value: shorter(entry.value) })) };
}

function shorter(value: Json): Json {
  if (typeof value === 'string') return isLong(value) ? `${value.slice(0, maxText)}…` : value;
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map(shorter);
  const fields = Object.entries(value).filter(([name, field]) => name !== 'data' || !isLong(field));
  return Object.fromEntries(fields.map(([name, field]) => [name, shorter(field)]));
}

function isLong(value: Json): boolean {
  return typeof value === 'string' && value.length > maxText;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
