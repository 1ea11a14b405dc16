import {
  snapshotSchema,
  type SeenMark,
  type SessionSnapshot,
  type SnapshotEntry,
} from '../contracts/session-snapshot';
import { isObject } from '../base/json-read';

/** A snapshot whose every part can be used; undefined for anything else. */
export function readSnapshot(value: unknown): SessionSnapshot | undefined {
  if (!isObject(value) || value['schema'] !== snapshotSchema) return undefined;
  const tools = listOf(value['tools'], isText);
  const marks = listOf(value['marks'], isEntryOf(isMark));
  const own = listOf(value['own'], isEntryOf(isAnything));
  const slices = listOf(value['slices'], isEntryOf(isAnything));
  if (tools === undefined || marks === undefined) return undefined;
  if (own === undefined || slices === undefined) return undefined;
  return { schema: snapshotSchema, tools, marks, own, slices };
}

type Guard<T> = (value: unknown) => value is T;

function listOf<T>(value: unknown, isItem: Guard<T>): readonly T[] | undefined {
  return isListOf(isItem)(value) ? value : undefined;
}

function isListOf<T>(isItem: Guard<T>): Guard<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.every(isItem);
}

function isEntryOf<T>(isSecond: Guard<T>): Guard<SnapshotEntry<T>> {
  return (value): value is SnapshotEntry<T> =>
    Array.isArray(value) && value.length === 2 && isText(value[0]) && isSecond(value[1]);
}

function isMark(value: unknown): value is SeenMark {
  if (!isObject(value)) return false;
  const { stamp, tools, calls } = value;
  return isText(stamp) && isListOf(isText)(tools) && isListOf(isText)(calls);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isAnything(value: unknown): value is unknown {
  return value !== undefined;
}
