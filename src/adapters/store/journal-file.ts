import path from 'node:path';
import { createAppendFile } from './append-file';
import { replaceFile } from './disk';
import { repairJournal, type JournalContext } from './journal-repair';
import { lostLock } from './lost-lock';
import { segmentNameOf } from './names';
import { encodeHead, encodeHeader, firstRecordAt, hashPayload } from './record-format';

/** Where every record goes first, and the bodies stay (DESIGN section 5). */
export interface Journal {
  /** Settles when the record is flushed; rejects when it is not in the file. */
  append(type: number, payload: Uint8Array): Promise<void>;
  /** Names the file in places, before and after it is sealed. */
  id(): string;
  flushedSize(): number;
  /** Whole records in it. */
  records(): number;
  isEmpty(): boolean;
  /** Records from now on get higher numbers than this one, which was read. */
  skipPast(seq: number): void;
  /** Makes a segment of what is flushed, by a rename, and starts a new journal. */
  seal(): Promise<void>;
  /** Starts a new journal in place of this one, whose records are gone. */
  startOver(): Promise<void>;
  close(): Promise<void>;
}

export interface OpenJournalOptions extends JournalContext {
  /** Of a second window's journal; the main one is named by its first sequence number. */
  readonly token: string | undefined;
  /** False once others may take this window for dead. */
  readonly isHeld: () => boolean;
  /** The highest number in other files, for a journal that has to be made. */
  readonly highestSeq: () => Promise<number>;
}

/** Opens the journal after repairing its end; creates it when missing. */
export async function openJournal(place: OpenJournalOptions): Promise<Journal> {
  const { disk, token, path: file, isHeld } = place;
  const folder = path.dirname(file);
  const found = await repairJournal(place);
  const before = found?.start.seq ?? (await place.highestSeq());
  if (found === undefined) await replaceFile(disk, file, encodeHeader(before + 1));

  let firstSeq = before + 1;
  let seq = found?.end.seq ?? before;
  let flushedSeq = seq;
  let records = found?.records ?? 0;
  let isMissing = false;
  const appendFile = createAppendFile({
    size: found?.end.offset ?? firstRecordAt,
    open: async () => {
      if (isMissing) await create();
      // The rename that put the journal here must be durable before a record in it can be.
      await disk.flushFolder(folder);
      return disk.open(file, 'write');
    },
  });

  async function create(): Promise<void> {
    await replaceFile(disk, file, encodeHeader(firstSeq));
    isMissing = false;
  }

  function renew(clear: () => Promise<void>): Promise<void> {
    return appendFile.replace(async (resized) => {
      await clear();
      // From here on the next append makes the journal, should it fail now.
      isMissing = true;
      firstSeq = flushedSeq + 1;
      records = 0;
      resized(firstRecordAt);
      await create();
    });
  }

  const id = () => token ?? String(firstSeq);

  return {
    append: async (type, payload) => {
      const hash = await hashPayload(payload);
      seq += 1;
      const mine = seq;
      const head = encodeHead({ seq: mine, type, length: payload.length, hash });
      await appendFile.append([head, payload], () => {
        flushedSeq = mine;
        records += 1;
      });
      if (!isHeld()) throw lostLock();
    },
    id,
    flushedSize: () => appendFile.flushedSize(),
    records: () => records,
    isEmpty: () => appendFile.flushedSize() === firstRecordAt,
    skipPast: (other) => {
      seq = Math.max(seq, other);
    },
    seal: () => renew(() => disk.rename(file, path.join(folder, segmentNameOf(id())))),
    startOver: () => renew(() => disk.remove(file)),
    close: () => appendFile.close(),
  };
}
