import type { StoreDatabase } from './database';

/**
 * Where a record stands. A file is named by an id that stays when a journal is sealed (see
 * `record-files.ts`), so a place that is stored stays right until a compaction, which tells each
 * record that it keeps to its kind again, with the new place.
 */
export interface RecordLocation {
  readonly file: string;
  readonly position: number;
  /** Of the whole record. */
  readonly bytes: number;
}

/** A record as it is told to its kind. */
export interface PlacedRecord {
  /**
   * Orders the records of all files and windows: a record that was written by somebody who had read
   * another one has the higher number. The same number comes again when a record is told again.
   */
  readonly seq: number;
  readonly location: RecordLocation;
}

/** What a payload means: made by the kind that knows its type. */
export interface DecodedRecord {
  readonly conversation: string;
  /** False when it may stay in the files after its conversation is gone. */
  readonly holdsText: boolean;
  /**
   * Makes rows of it, in a transaction of the caller; answers how many changed. May be told again,
   * later ones before it too: what a record with a higher `seq` has written stays, and what has the
   * same `seq` gets the new place.
   */
  apply(database: StoreDatabase, record: PlacedRecord): number;
  /**
   * What has to be kept of it when its file is written anew: the payload as it is, a smaller one,
   * or undefined when no row needs it. Together, what is kept must make the same rows again.
   */
  retain(database: StoreDatabase, record: PlacedRecord): Uint8Array | undefined;
}

/** Times in epoch milliseconds; what is older goes. */
export interface ExpireTimes {
  readonly outputsBefore: number;
  /** Undefined: chats are kept. */
  readonly chatsBefore: number | undefined;
}

/**
 * A kind of record. Bodies stay in the files of records (decision journal-first): a row keeps the
 * place of its record, and `Bodies.read` answers the payload.
 */
export interface RecordKind {
  /** Written with each record; never used for anything else again. */
  readonly type: number;
  /** Undefined when the payload is none of this kind: it is counted, and kept. */
  decode(payload: Uint8Array): DecodedRecord | undefined;
  /** SQL that selects `file, position, bytes` of each record that a row needs; absent = of none. */
  readonly livePlaces?: string;
  /** SQL that selects the ids of conversations that have rows of this kind; absent = of none. */
  readonly conversations?: string;
  /** Removes rows that are past their time; answers how many. The text goes with the next save. */
  expire?(database: StoreDatabase, times: ExpireTimes): number;
}

/** Reads payloads by their places. */
export interface PayloadReader {
  /**
   * In the order of `places`; undefined for one that the disk no longer has whole, which is told to
   * the person. Neighbors are read in one go.
   */
  read(places: readonly RecordLocation[]): Promise<readonly (Uint8Array | undefined)[]>;
}
