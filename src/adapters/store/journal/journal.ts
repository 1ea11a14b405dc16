import { crc32 } from 'node:zlib';
import type { Disk, DiskFile } from '../../system/disk';
import { AppendFile, openToAppend } from '../disk/append-file';
import { inFolder, journalNameOf } from '../disk/file-names';
import { lostLock } from '../disk/window-lock';
import type { OwnFile } from '../channel/protocol';
import type { StoreRecord } from './records';

export interface JournalOptions {
  readonly disk: Disk;
  readonly folder: string;
  /** Of this window. */
  readonly token: string;
  /** False once other windows may consider this one dead. */
  readonly isHeld: () => boolean;
  /** In a second window: begins the next file at once, which shows the others that one is finished. */
  readonly isAhead: boolean;
}

/**
 * The write-ahead log of one window (decision journal-first): one file after another, each begun by
 * its first record. The main window removes a finished one once its records are in the databases.
 */
export class Journal {
  private readonly file: AppendFile<StoreRecord>;
  private number = 1;
  private flushed = 0;

  constructor(private readonly options: JournalOptions) {
    this.file = new AppendFile({
      size: 0,
      open: () => this.open(),
      encode: (records) => records.flatMap(encodeRecord),
      onFlushed: (count) => (this.flushed += count),
    });
  }

  /** Resolves once the record is flushed; rejects if it is not in the file. */
  async append(record: StoreRecord): Promise<void> {
    await this.file.append(record);
    if (!this.options.isHeld()) throw lostLock();
  }

  /** The file that is being written; it does not exist before its first record. */
  current(): OwnFile {
    const { token } = this.options;
    return { name: journalNameOf(token, this.number), end: this.file.flushedSize() };
  }

  /** Records in the file that is being written. */
  records(): number {
    return this.flushed;
  }

  /** Finishes the file; the next record begins another. */
  rotate(): Promise<void> {
    return this.file.replace(async (resized) => {
      if (this.flushed === 0) return;
      this.number += 1;
      this.flushed = 0;
      resized(0);
      if (this.options.isAhead) await (await this.open()).close();
    });
  }

  close(): Promise<void> {
    return this.file.close();
  }

  private open(): Promise<DiskFile> {
    const { disk, folder } = this.options;
    return openToAppend(disk, inFolder(folder, this.current().name));
  }
}

/** A line: CRC-32 and length of the JSON, and the JSON. */
function encodeRecord(record: StoreRecord): readonly Uint8Array[] {
  const json = Buffer.from(JSON.stringify(record));
  const crc = crc32(json).toString(16).padStart(8, '0');
  return [Buffer.from(`${crc} ${json.length} `), json, Buffer.from('\n')];
}
