import path from 'node:path';
import { createAppendFile } from './append-file';
import { replaceFile, withFile, writeTemporary } from './disk';
import type { JournalPosition } from './journal-reader';
import { repairJournal, type JournalPlace } from './journal-repair';
import { encodeHead, encodeHeader, firstRecordAt, hashPayload } from './record-format';

/** The write-ahead log of what the database holds beside the audit index (DESIGN section 5). */
export interface Journal {
  /** Settles when the record is flushed; rejects when it is not in the file. */
  append(type: number, payload: Uint8Array): Promise<void>;
  flushedSize(): number;
  isEmpty(): boolean;
  /** Starts a new journal that holds only what lies after `position`, which is in the database. */
  restartAfter(position: JournalPosition): Promise<void>;
  close(): Promise<void>;
}

/** Opens the journal after repairing its end; creates it when missing. */
export async function openJournal(place: JournalPlace): Promise<Journal> {
  const { disk } = place;
  const end = (await repairJournal(place)) ?? (await createJournal(place));
  const file = createAppendFile({
    size: end.offset,
    open: async () => {
      // The rename that put the journal here must be durable before a record in it can be.
      await disk.flushFolder(path.dirname(place.path));
      return disk.open(place.path, 'write');
    },
  });
  let { seq } = end;

  return {
    append: async (type, payload) => {
      const hash = await hashPayload(payload);
      seq += 1;
      await file.append([encodeHead({ seq, type, length: payload.length, hash }), payload]);
    },
    flushedSize: () => file.flushedSize(),
    isEmpty: () => file.flushedSize() === firstRecordAt,
    restartAfter: (position) =>
      file.replace(async (resized) => {
        const rest = await readRest(place, position.offset, file.flushedSize());
        const bytes = Buffer.concat([encodeHeader(position.seq + 1), rest]);
        const temporary = await writeTemporary(disk, place.path, bytes);
        await disk.rename(temporary, place.path);
        resized(bytes.length);
      }),
    close: () => file.close(),
  };
}

async function createJournal({ disk, path: file }: JournalPlace): Promise<JournalPosition> {
  await replaceFile(disk, file, encodeHeader(1));
  return { seq: 0, offset: firstRecordAt };
}

async function readRest({ disk, path: file }: JournalPlace, from: number, to: number) {
  const rest = await withFile(disk, file, (opened) => opened.read(from, to - from));
  if (rest?.length !== to - from) throw new Error('The record journal is shorter than it was.');
  return rest;
}
