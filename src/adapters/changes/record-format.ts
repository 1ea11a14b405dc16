import { parseJson, readCount, readList, readString, readValue } from '../../core/base/json';
import { absentBelow, type RecordedState, type FileStep } from './file-steps';
import type { CountsSince } from './path-history';

/** A line of a chat's record. Times are epoch milliseconds. */
export type RecordLine =
  | BegunLine
  | EndedLine
  | { readonly is: 'abandoned'; readonly order: number }
  | { readonly is: 'kept'; readonly at: number; readonly steps: readonly string[] }
  | UndidLine;

/** Written to disk before the change is made. */
export interface BegunLine {
  readonly is: 'begun';
  readonly order: number;
  readonly toolCallId: string;
  readonly at: number;
  readonly change: BegunChange;
}

export type BegunChange =
  | {
      readonly kind: 'places';
      readonly places: readonly { readonly path: string; readonly image: RecordedState }[];
    }
  | {
      readonly kind: 'move';
      readonly from: string;
      readonly to: string;
      readonly replaced: RecordedState;
      /** Why it cannot be moved back; never recorded. */
      readonly notKept?: string;
    };

export interface EndedLine {
  readonly is: 'ended';
  readonly order: number;
  readonly at: number;
  readonly after: readonly { readonly path: string; readonly image: RecordedState }[];
  /** Line counts by the path of a changed file. */
  readonly counts: readonly (CountsSince & { readonly path: string })[];
}

/** The steps of an undo; `of` is the call step that identifies the item. */
export interface UndidLine {
  readonly is: 'undid';
  readonly at: number;
  readonly steps: readonly { readonly of: string; readonly step: FileStep }[];
  /** Ids of the call steps that this undoes. */
  readonly undone: readonly string[];
}

/** Begins with a line break, so that a torn line before it does no harm. */
export function encodeLine(line: RecordLine): Uint8Array {
  return Buffer.from(`\n${JSON.stringify(line)}`);
}

/** The complete lines of a record; `damaged` counts complete lines that are invalid. */
export function decodeLines(bytes: Uint8Array): {
  readonly lines: readonly RecordLine[];
  readonly damaged: number;
} {
  const texts = Buffer.from(bytes).toString('utf8').split('\n').slice(1);
  // A line cut off by a crash was never acknowledged.
  const found = texts
    .filter((text) => text.endsWith('}'))
    .map((text) => parseLine(parseJson(text)?.value));
  const lines = found.filter((line) => line !== undefined);
  return { lines, damaged: found.length - lines.length };
}

function parseLine(value: unknown): RecordLine | undefined {
  const order = readCount(value, 'order');
  const at = readCount(value, 'at');
  switch (readString(value, 'is')) {
    case 'begun':
      return parseBegun(value, order, at);
    case 'ended':
      return parseEnded(value, order, at);
    case 'abandoned':
      return order === undefined ? undefined : { is: 'abandoned', order };
    case 'kept':
      return at === undefined ? undefined : { is: 'kept', at, steps: texts(value, 'steps') };
    case 'undid':
      return parseUndid(value, at);
    default:
      return undefined;
  }
}

function parseBegun(
  value: unknown,
  order: number | undefined,
  at: number | undefined,
): BegunLine | undefined {
  const toolCallId = readString(value, 'toolCallId');
  const change = parseChange(readValue(value, 'change'));
  if (order === undefined || at === undefined || !toolCallId || !change) return undefined;
  return { is: 'begun', order, toolCallId, at, change };
}

function parseChange(value: unknown): BegunChange | undefined {
  if (readString(value, 'kind') === 'places') {
    const places = parseAll(readList(value, 'places'), parsePlace);
    return places && { kind: 'places', places };
  }
  const from = readString(value, 'from');
  const to = readString(value, 'to');
  const replaced = parseImage(readValue(value, 'replaced'));
  if (from === undefined || to === undefined || replaced === undefined) return undefined;
  return { kind: 'move', from, to, replaced };
}

function parseEnded(
  value: unknown,
  order: number | undefined,
  at: number | undefined,
): EndedLine | undefined {
  const after = parseAll(readList(value, 'after'), parsePlace);
  if (order === undefined || at === undefined || after === undefined) return undefined;
  const counts = readList(value, 'counts').flatMap((one) => parseCounts(one) ?? []);
  return { is: 'ended', order, at, after, counts };
}

function parseUndid(value: unknown, at: number | undefined): UndidLine | undefined {
  const steps = parseAll(readList(value, 'steps'), (one) => {
    const of = readString(one, 'of');
    const step = parseStep(readValue(one, 'step'));
    return of !== undefined && step ? { of, step } : undefined;
  });
  if (at === undefined || steps === undefined) return undefined;
  return { is: 'undid', at, steps, undone: texts(value, 'undone') };
}

function parseStep(value: unknown): FileStep | undefined {
  if (readString(value, 'kind') === 'place') {
    const path = readString(value, 'path');
    const before = parseImage(readValue(value, 'before'));
    const after = parseImage(readValue(value, 'after'));
    return path !== undefined && before && after
      ? { kind: 'place', path, before, after }
      : undefined;
  }
  const from = readString(value, 'from');
  const to = readString(value, 'to');
  const moved = parseImage(readValue(value, 'moved'));
  return from !== undefined && to !== undefined && moved
    ? { kind: 'move', from, to, moved }
    : undefined;
}

function parsePlace(value: unknown) {
  const path = readString(value, 'path');
  const image = parseImage(readValue(value, 'image'));
  return path !== undefined && image ? { path, image } : undefined;
}

function parseImage(value: unknown): RecordedState | undefined {
  const reason = readString(value, 'notKept');
  const notKept = reason === undefined ? {} : { notKept: reason };
  const kind = readString(value, 'kind');
  const mode = readCount(value, 'mode');
  if (kind === 'other') return { kind, ...notKept };
  if (kind === 'absent') return { ...absentBelow(readCount(value, 'missingFolders')), ...notKept };
  if (kind === 'folder') return mode === undefined ? undefined : { kind, mode, ...notKept };
  if (kind === 'file') return parseFile(value, mode, notKept);
  const target = readString(value, 'target');
  return kind === 'link' && target !== undefined ? { kind, target, ...notKept } : undefined;
}

function parseFile(
  value: unknown,
  mode: number | undefined,
  notKept: { readonly notKept?: string },
): RecordedState | undefined {
  const stamp = readString(value, 'stamp');
  const size = readCount(value, 'size');
  const copy = readString(value, 'copy');
  const lines = readCount(value, 'lines');
  if (stamp === undefined || size === undefined || mode === undefined) return undefined;
  return {
    kind: 'file',
    stamp,
    size,
    mode,
    ...(copy !== undefined && { copy }),
    ...(lines !== undefined && { lines }),
    ...notKept,
  };
}

function parseCounts(value: unknown): EndedLine['counts'][number] | undefined {
  const path = readString(value, 'path');
  const base = readString(value, 'base');
  const added = readCount(value, 'added');
  const removed = readCount(value, 'removed');
  if (path === undefined || base === undefined) return undefined;
  return added === undefined || removed === undefined ? undefined : { path, base, added, removed };
}

/** Undefined if any of them is invalid. */
function parseAll<T>(
  values: readonly unknown[],
  parse: (value: unknown) => T | undefined,
): readonly T[] | undefined {
  const parsed = values.map(parse).filter((one) => one !== undefined);
  return parsed.length === values.length ? parsed : undefined;
}

function texts(value: unknown, key: string): readonly string[] {
  return readList(value, key).filter((one) => typeof one === 'string');
}
