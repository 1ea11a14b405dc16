import { type Json, jsonCopy, toJson } from '../../contracts/json';

/** A value as an entry stores it: plain JSON, copied; null if it cannot be stored. */
export function toEntryValue(value: unknown): Json {
  return toJson(jsonCopy(value)) ?? null;
}

export function keyNumber(key: string): number {
  const number = Number(key.slice(key.indexOf(':') + 1));
  return Number.isSafeInteger(number) && number >= 0 ? number : 0;
}
