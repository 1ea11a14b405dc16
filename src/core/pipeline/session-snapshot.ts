import { isObject } from '../base/json-read';

/** Counts up when the shape below changes; others are refused (002 W26). */
export const snapshotSchema = 1;

/** The state of a chat as plain data. */
export interface SessionSnapshot {
  readonly schema: typeof snapshotSchema;
  readonly tools: readonly string[];
  /** Tool id, and its marks: real path, content stamp. */
  readonly marks: readonly Entry<readonly Entry<string>[]>[];
  readonly own: readonly Entry<unknown>[];
  readonly slices: readonly Entry<unknown>[];
}

type Entry<T> = readonly [string, T];

/** A snapshot whose every part can be used; undefined for anything else. */
export function readSnapshot(value: unknown): SessionSnapshot | undefined {
  if (!isObject(value) || value['schema'] !== snapshotSchema) return undefined;
  const tools = listOf(value['tools'], isText);
  const marks = listOf(value['marks'], isEntryOf(isListOf(isEntryOf(isText))));
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

function isEntryOf<T>(isSecond: Guard<T>): Guard<Entry<T>> {
  return (value): value is Entry<T> =>
    Array.isArray(value) && value.length === 2 && isText(value[0]) && isSecond(value[1]);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isAnything(value: unknown): value is unknown {
  return value !== undefined;
}
