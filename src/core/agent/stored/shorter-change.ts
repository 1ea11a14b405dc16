import type { ConversationChange } from '../../contracts/conversation';
import type { Json } from '../../contracts/tool-spec';

/** Characters of one text. */
const maxTextLength = 512 * 1024;

/**
 * The change with long texts cut and the data of large pictures left out: what the store refuses for
 * its size must not keep all that comes after it from being stored.
 */
export function truncateChange({ put = [], ...rest }: ConversationChange): ConversationChange {
  return { ...rest, put: put.map((entry) => ({ ...entry, value: truncateValue(entry.value) })) };
}

function truncateValue(value: Json): Json {
  if (typeof value === 'string') return isLong(value) ? `${value.slice(0, maxTextLength)}…` : value;
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map(truncateValue);
  const fields = Object.entries(value).filter(([name, field]) => name !== 'data' || !isLong(field));
  return Object.fromEntries(fields.map(([name, field]) => [name, truncateValue(field)]));
}

function isLong(value: Json): boolean {
  return typeof value === 'string' && value.length > maxTextLength;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
