import type { ConversationEntry } from '../../contracts/conversation';
import { isObject, readList, readObject, readValue } from '../../base/json-read';
import type { SaveQueue } from './chat-writer';
import { applyDiff, diffJson } from './json-difference';
import { keyNumber } from './read-messages';

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
  // Behind a gap nothing can be known; the log then begins anew.
  const end = { at: place, value: value ?? {} };
  if (value !== undefined && place > 0) at.set(place, toSnapshot(value));
  return { end, at, isBroken: value === undefined };
}

/** By name, so that what is new in it is found wherever it stands (`SessionSnapshot`). */
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
