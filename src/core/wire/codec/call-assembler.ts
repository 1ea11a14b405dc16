import type { ToolRequest } from '../../contracts/chats/messages';
import { type JsonObject, isObject, toJsonObject } from '../../contracts/json';
import { readCount, readObject, readString, readValue } from './json-fields';
import { maxCalls } from './finish-event';

interface PartialCall {
  readonly index: number | undefined;
  id: string;
  name: string;
  extra: JsonObject | undefined;
  readonly pieces: string[];
}

interface Piece {
  readonly index: number | undefined;
  readonly id: string;
  readonly name: string;
  readonly args: string;
  readonly extra: JsonObject | undefined;
}

/** Joins streamed pieces of calls (INV-08); nothing is parsed before the stream has ended. */
export class CallAssembler {
  private readonly started: PartialCall[] = [];

  add(raw: unknown): void {
    // One more than allowed is enough to refuse them all, and keeps the search below short.
    if (this.started.length > maxCalls) return;
    const piece = readPiece(raw);
    const call = findCall(this.started, piece) ?? this.begin(piece);
    if (call.id === '') call.id = piece.id;
    if (call.name === '') call.name = piece.name;
    call.extra ??= piece.extra;
    if (piece.args !== '') call.pieces.push(piece.args);
  }

  /** The calls in the order they began. A name that never came is empty. */
  calls(): readonly ToolRequest[] {
    return this.ordered().map((call) => ({
      wireId: call.id,
      name: call.name,
      argsText: withoutBlank(call.pieces.join('')),
    }));
  }

  /** What the server attached to each of them, to be sent back with it. */
  attached(): readonly (JsonObject | undefined)[] {
    return this.ordered().map(({ extra }) => extra);
  }

  private ordered(): readonly PartialCall[] {
    return this.started.toSorted(byIndex);
  }

  private begin({ index, id, name }: Piece): PartialCall {
    const call: PartialCall = { index, id, name, extra: undefined, pieces: [] };
    this.started.push(call);
    return call;
  }
}

function readPiece(raw: unknown): Piece {
  const fn = readObject(raw, 'function');
  return {
    index: readCount(raw, 'index'),
    id: readString(raw, 'id') ?? '',
    name: readString(fn, 'name') ?? '',
    args: readArguments(readValue(fn, 'arguments')),
    extra: toJsonObject(readValue(raw, 'extra_content')),
  };
}

/** Text by the standard; some servers send the object itself. */
export function readArguments(value: unknown): string {
  if (typeof value === 'string') return value;
  // What nests too deep to be written out is left to be refused as arguments that are no object.
  return isObject(value) ? JSON.stringify(toJsonObject(value) ?? null) : '';
}

/** By index, unless a new id with a name reuses it; else by id, else the latest. */
function findCall(calls: readonly PartialCall[], piece: Piece): PartialCall | undefined {
  if (piece.index !== undefined) {
    const sameIndex = calls.findLast((call) => call.index === piece.index);
    return sameIndex !== undefined && isReused(sameIndex, piece) ? undefined : sameIndex;
  }
  const sameId = calls.findLast((call) => piece.id !== '' && call.id === piece.id);
  if (sameId !== undefined) return sameId;
  return piece.name === '' ? calls.at(-1) : undefined;
}

function isReused(call: PartialCall, piece: Piece): boolean {
  return call.id !== '' && piece.id !== '' && call.id !== piece.id && piece.name !== '';
}

/** Stable: calls without an index, or under the same one, keep the order they came in. */
function byIndex(a: PartialCall, b: PartialCall): number {
  return a.index === undefined || b.index === undefined ? 0 : a.index - b.index;
}

/** No arguments at all means none are needed. */
export function withoutBlank(args: string): string {
  return args.trim() === '' ? '{}' : args;
}
