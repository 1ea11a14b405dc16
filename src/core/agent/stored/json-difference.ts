import type { Json } from '../../contracts/tool-spec';
import {
  isObject,
  readList,
  readObject,
  readValue,
  type UnknownObject,
} from '../../base/json-read';
import { stringsOf } from './read-messages';
import { toEntryValue } from './to-entry-value';

/**
 * What makes `after` of `before`, both plain data, as JSON; undefined when they are the same. Its
 * size is that of what is new: `{is}` takes the place of a value, `{more}` is added to a list, `{in}`
 * changes members of an object and `gone` takes some away.
 */
export function diffJson(before: unknown, after: unknown): Json | undefined {
  if (before === after) return undefined;
  if (Array.isArray(before) && Array.isArray(after)) return listDifference(before, after);
  if (isObject(before) && isObject(after)) return objectDifference(before, after);
  return { is: toEntryValue(after) };
}

function listDifference(before: readonly unknown[], after: readonly unknown[]): Json | undefined {
  const goesOn = before.every(
    (item, index) => index < after.length && diffJson(item, after[index]) === undefined,
  );
  if (!goesOn) return { is: toEntryValue(after) };
  return after.length === before.length
    ? undefined
    : { more: toEntryValue(after.slice(before.length)) };
}

function objectDifference(before: UnknownObject, after: UnknownObject): Json | undefined {
  const changes: [string, Json][] = [];
  for (const [key, value] of Object.entries(after)) {
    if (value === undefined) continue;
    const change = Object.hasOwn(before, key)
      ? diffJson(before[key], value)
      : { is: toEntryValue(value) };
    if (change !== undefined) changes.push([key, change]);
  }
  const gone = Object.keys(before).filter((key) => readValue(after, key) === undefined);
  if (changes.length === 0 && gone.length === 0) return undefined;
  return { in: Object.fromEntries(changes), ...(gone.length > 0 && { gone }) };
}

/** The value that a difference makes of `before`; undefined when it does not fit. */
export function applyDiff(before: unknown, difference: unknown): unknown {
  if (!isObject(difference)) return undefined;
  if (Object.hasOwn(difference, 'is')) return difference['is'];
  if (Object.hasOwn(difference, 'more')) {
    return Array.isArray(before)
      ? [...Array.from<unknown>(before), ...readList(difference, 'more')]
      : undefined;
  }
  const changes = readObject(difference, 'in');
  if (changes === undefined || !isObject(before)) return undefined;
  const gone = new Set(stringsOf(readList(difference, 'gone')));
  const kept = Object.entries(before).filter(([key]) => !gone.has(key));
  const changed = Object.entries(changes).map(
    ([key, change]) => [key, applyDiff(readValue(before, key), change)] as const,
  );
  if (changed.some(([, value]) => value === undefined)) return undefined;
  return Object.fromEntries([...kept, ...changed]);
}
