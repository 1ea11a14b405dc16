import { toJson } from '../../contracts/json-value';
import type { Json } from '../../contracts/tool-spec';
import { jsonCopy } from '../../base/json-read';

/** A value as an entry keeps it: plain JSON that shares nothing; null for what cannot be kept. */
export function toEntryValue(value: unknown): Json {
  return toJson(jsonCopy(value)) ?? null;
}
