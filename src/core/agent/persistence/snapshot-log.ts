import type { ConversationEntry } from '../../contracts/chats/conversation';
import { isObject, readList, readObject, readValue, type UnknownObject } from '../../base/json';
import type { SaveQueue } from './save-queue';
import { keyNumber, stringsOf, toEntryValue } from './entry-values';
import type { Json } from '../../contracts/json';

/** What the pipeline knows of a chat, stored as what has changed since it was stored last. */
export interface SnapshotLog {
  /** Stages what is new in it; answers the place in the log from which it can be made again. */
  append(snapshot: unknown): number;
  /** What was kept is gone from the store: the next one is stored whole. */
  clear(): void;
}

/** Where a log goes on. */
export interface SnapshotStart {
  readonly at: number;
  readonly value: unknown;
}

export function createSnapshotLog(
  writer: Pick<SaveQueue, 'stage'>,
  start: SnapshotStart = { at: 0, value: {} },
): SnapshotLog {
  let { at, value: last } = start;
  return {
    append: (snapshot) => {
      const now = toObjects(snapshot);
      const difference = diffJson(last, now);
      if (difference === undefined) return at;
      last = now;
      at += 1;
      const entry: ConversationEntry = { part: 'state', key: snapshotKey(at), value: difference };
      writer.stage({ put: [entry] });
      return at;
    },
    clear: () => {
      last = {};
    },
  };
}

const snapshotPrefix = 'snapshot:';

function snapshotKey(at: number): string {
  return `${snapshotPrefix}${String(at)}`;
}

export function isOfSnapshots({ key }: ConversationEntry): boolean {
  return key.startsWith(snapshotPrefix);
}

/** A log as it was stored. */
export interface ReadSnapshots {
  readonly end: SnapshotStart;
  /** The snapshots at these places, for `Runner.restore`; a place that cannot be read is missing. */
  readonly at: ReadonlyMap<number, unknown>;
  readonly isBroken: boolean;
}

/** Reads a log once, with the snapshots at some of its places and at its end. */
export function readSnapshots(
  entries: readonly ConversationEntry[],
  wanted: ReadonlySet<number>,
): ReadSnapshots {
  const at = new Map<number, unknown>();
  let value: unknown = {};
  let place = 0;
  for (const { key, value: difference } of entries) {
    place = keyNumber(key);
    value = applyDiff(value, difference);
    if (value !== undefined && wanted.has(place)) at.set(place, toSnapshot(value));
  }
  // After a gap nothing is known, so the log starts over.
  const end = { at: place, value: value ?? {} };
  if (value !== undefined && place > 0) at.set(place, toSnapshot(value));
  return { end, at, isBroken: value === undefined };
}

/** By name, so that changes are found at any position (`SessionSnapshot`). */
function toObjects(snapshot: unknown): unknown {
  const byName = (key: string) =>
    Object.fromEntries(readList(snapshot, key).flatMap((entry) => namedValue(entry)));
  return {
    schema: readValue(snapshot, 'schema'),
    tools: readList(snapshot, 'tools'),
    marks: byName('marks'),
    own: byName('own'),
    slices: byName('slices'),
  };
}

function namedValue(entry: unknown): readonly (readonly [string, unknown])[] {
  const [name, value] = Array.isArray(entry) ? Array.from<unknown>(entry) : [];
  return typeof name === 'string' ? [[name, value]] : [];
}

function toSnapshot(value: unknown): unknown {
  if (!isObject(value)) return undefined;
  const entries = (key: string) => Object.entries(readObject(value, key) ?? {});
  return {
    schema: readValue(value, 'schema'),
    tools: readList(value, 'tools'),
    marks: entries('marks'),
    own: entries('own'),
    slices: entries('slices'),
  };
}

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
