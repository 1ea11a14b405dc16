import * as z from 'zod';
import { parseJson } from '../../../core/contracts/json';
import type { StoreDatabase } from './database';

/**
 * The location of a record. The file id does not change when a journal is sealed (see
 * `record-files.ts`), so a stored location is valid until a compaction, which applies each retained
 * record again with its new location.
 */
export type RecordLocation = Readonly<z.infer<typeof locationSchema>>;

/** Its columns in a row. */
export const locationSchema = z.object({
  file: z.string(),
  position: z.number(),
  bytes: z.number(),
});

/** A record with its position. */
export interface PlacedRecord {
  /**
   * Orders the records of all files and windows: a record written with knowledge of another has a
   * higher number. A record applied again has the same number.
   */
  readonly seq: number;
  readonly location: RecordLocation;
}

/** A decoded payload, made by the kind with its type. */
export interface DecodedRecord {
  readonly conversation: string;
  /** False if it may remain in the files after its conversation is gone. */
  readonly holdsText: boolean;
  /**
   * Makes rows in the caller's transaction; returns the number of changed rows. Records may be
   * applied again and out of order: data with a higher `seq` stays, and data with the same `seq`
   * gets the new location.
   */
  apply(database: StoreDatabase, record: PlacedRecord): number;
  /**
   * The payload to keep when its file is rewritten: unchanged, smaller, or undefined if no row
   * needs it. The retained payloads together must make the same rows.
   */
  retain(database: StoreDatabase, record: PlacedRecord): Uint8Array | undefined;
}

/** Times in epoch milliseconds; older records expire. */
export interface ExpireTimes {
  readonly outputsBefore: number;
  /** Undefined if chats do not expire. */
  readonly chatsBefore: number | undefined;
}

/**
 * A kind of record. Payloads stay in the record files (decision journal-first): a row stores the
 * location of its record, and `PayloadReader.read` returns the payload.
 */
export interface RecordKind {
  /** Stored with each record; never reuse a number. */
  readonly type: number;
  /** Undefined if the payload is not of this kind: it is counted and kept. */
  decode(payload: Uint8Array): DecodedRecord | undefined;
  /** SQL that selects `file, position, bytes` of each record in use; absent if there are none. */
  readonly liveLocations?: string;
  /** SQL that selects the ids of conversations with rows of this kind; absent if there are none. */
  readonly conversations?: string;
  /** Deletes expired rows; returns their number. The next save removes the text. */
  expire?(database: StoreDatabase, times: ExpireTimes): number;
}

/** Reads payloads by location. */
export interface PayloadReader {
  /**
   * In the order of `locations`; undefined for a record that can no longer be read completely,
   * which is reported to the user. Neighbors are read together.
   */
  read(locations: readonly RecordLocation[]): Promise<readonly (Uint8Array | undefined)[]>;
}

/** A payload of JSON alone. */
export function jsonPayload(value: object): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}

/** Undefined if the payload is anything else. */
export function parsePayload<T>(schema: z.ZodType<T>, payload: Uint8Array): T | undefined {
  return schema.safeParse(parseJson(Buffer.from(payload).toString())).data;
}

const newline = 0x0a;

/** A payload that begins with a JSON line, which describes the rest. */
export function payloadWithHead(head: object, rest: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...rest]);
}

/** The head, and the offset of the rest; undefined if the payload is anything else. */
export function parsePayloadHead<T>(
  schema: z.ZodType<T>,
  payload: Uint8Array,
): { readonly head: T; readonly start: number } | undefined {
  const end = payload.indexOf(newline);
  const head = end === -1 ? undefined : parsePayload(schema, payload.subarray(0, end));
  return head && { head, start: end + 1 };
}
