import { conversationKinds } from './conversation-records';
import { overflowKind } from './overflow-record';
import type { DecodedRecord, RecordKind } from './record-kind';
import { summaryKind } from './summary-record';

/** Every kind of record that this version knows. */
export const recordKinds: readonly RecordKind[] = [overflowKind, summaryKind, ...conversationKinds];

/** The first record of what a compaction has written: the ids of the files that it replaces. */
export const replacesType = 0;

/** Undefined when no kind of this version knows it. */
export function decodeRecord(record: {
  readonly type: number;
  readonly payload: Uint8Array;
}): DecodedRecord | undefined {
  return recordKinds.find(({ type }) => type === record.type)?.decode(record.payload);
}
