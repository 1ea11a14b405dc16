import { isObject, type UnknownObject } from '../../contracts/json';

export function readObject(from: unknown, key: string): UnknownObject | undefined {
  const value = readValue(from, key);
  return isObject(value) ? value : undefined;
}

export function readString(from: unknown, key: string): string | undefined {
  const value = readValue(from, key);
  return typeof value === 'string' ? value : undefined;
}

export function readCount(from: unknown, key: string): number | undefined {
  const value = readValue(from, key);
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

export function readList(from: unknown, key: string): readonly unknown[] {
  const value = readValue(from, key);
  return Array.isArray(value) ? Array.from<unknown>(value) : [];
}

/** The own property `key` of an object; never one it inherits. */
export function readValue(from: unknown, key: string): unknown {
  return isObject(from) && Object.hasOwn(from, key) ? from[key] : undefined;
}
