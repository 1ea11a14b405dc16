import type { ConversationEntry } from '../../contracts/chats/conversation';
import { storedTexts } from '../../contracts/chats/stored-entries';
import type { SaveQueue } from './save-queue';
import { keyNumber, toEntryValue } from './entry-values';
import { type Json, type UnknownObject, isObject, toList } from '../../contracts/json';

export interface SnapshotStart {
  readonly at: number;
  readonly value: unknown;
}

export class SnapshotLog {
  private at: number;
  private last: unknown;

  constructor(
    private readonly writer: Pick<SaveQueue, 'stage'>,
    start: SnapshotStart = { at: 0, value: {} },
  ) {
    this.at = start.at;
    this.last = start.value;
  }

  /** Stages the difference; returns the position in the log that restores this snapshot. */
  append(snapshot: unknown): number {
    const now = toObjects(snapshot);
    const value = diffJson(this.last, now);
    if (value === undefined) return this.at;
    this.last = now;
    this.at += 1;
    this.writer.stage({ put: [{ part: 'state', key: snapshotKey(this.at), value }] });
    return this.at;
  }

  /** Call when the stored log was removed: the next snapshot is stored whole. */
  clear(): void {
    this.last = {};
  }
}

const snapshotPrefix = 'snapshot:';

function snapshotKey(at: number): string {
  return `${snapshotPrefix}${String(at)}`;
}

export function isOfSnapshots({ key }: ConversationEntry): boolean {
  return key.startsWith(snapshotPrefix);
}

export interface ReadSnapshots {
  readonly end: SnapshotStart;
  /** The snapshots at these positions, for `Runner.restore`; unreadable ones are missing. */
  readonly at: ReadonlyMap<number, unknown>;
  readonly isBroken: boolean;
}

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

/** The lists of a snapshot that are stored by name, so that changes are found at any position. */
const named = ['marks', 'own', 'slices', 'ends', 'urls'] as const;

function toObjects(snapshot: unknown): unknown {
  const whole = isObject(snapshot) ? snapshot : {};
  const byName = (list: unknown) => Object.fromEntries(toList(list).flatMap(namedValue));
  return { ...whole, ...Object.fromEntries(named.map((key) => [key, byName(whole[key])])) };
}

function namedValue(entry: unknown): readonly (readonly [string, unknown])[] {
  const [name, value] = toList(entry);
  return typeof name === 'string' ? [[name, value]] : [];
}

function toSnapshot(value: unknown): unknown {
  if (!isObject(value)) return undefined;
  const entries = (list: unknown) => (isObject(list) ? Object.entries(list) : []);
  return { ...value, ...Object.fromEntries(named.map((key) => [key, entries(value[key])])) };
}

/**
 * The difference that turns `before` into `after`, both plain data, as JSON; undefined if they are
 * equal. Its size is that of what is new: `{is}` replaces a value, `{more}` appends to a list,
 * `{in}` changes members of an object and `gone` removes some.
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
  const gone = Object.keys(before).filter((key) => ownValue(after, key) === undefined);
  if (changes.length === 0 && gone.length === 0) return undefined;
  return { in: Object.fromEntries(changes), ...(gone.length > 0 && { gone }) };
}

export function applyDiff(before: unknown, difference: unknown): unknown {
  if (!isObject(difference)) return undefined;
  if (Object.hasOwn(difference, 'is')) return difference['is'];
  if (Object.hasOwn(difference, 'more')) {
    return Array.isArray(before)
      ? [...Array.from<unknown>(before), ...toList(difference['more'])]
      : undefined;
  }
  const { in: changes, gone: names } = difference;
  if (!isObject(changes) || !isObject(before)) return undefined;
  const gone = new Set(storedTexts.parse(names));
  const kept = Object.entries(before).filter(([key]) => !gone.has(key));
  const changed = Object.entries(changes).map(
    ([key, change]) => [key, applyDiff(ownValue(before, key), change)] as const,
  );
  if (changed.some(([, value]) => value === undefined)) return undefined;
  return Object.fromEntries([...kept, ...changed]);
}

/** Never a property that the object inherits: names come from outside. */
function ownValue(object: UnknownObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
