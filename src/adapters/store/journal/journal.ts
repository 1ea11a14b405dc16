import path from 'node:path';
import { writeAll } from '../../system/whole-file';
import type { Disk, DiskFile } from '../../system/disk';
import { AppendFile } from '../disk/append-file';
import { journalNameOf } from '../disk/file-names';
import { lostLock } from '../disk/window-lock';
import type { OwnFile } from '../channel/protocol';
import { encodeHead, encodeHeader, hashPayload } from './format';
import { encodeRecord, type StoreRecord } from './records';

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
  private readonly file: AppendFile;
  private number = 1;
  private seq = 0;
  private flushed = 0;

  constructor(private readonly options: JournalOptions) {
    this.file = new AppendFile({ size: 0, open: () => this.open() });
  }

  /** Resolves once the record is flushed; rejects if it is not in the file. */
  async append(record: StoreRecord): Promise<void> {
    const { type, payload } = encodeRecord(record);
    const hash = await hashPayload(payload);
    this.seq += 1;
    const head = encodeHead({ seq: this.seq, type, length: payload.length, hash });
    await this.file.append([head, payload], () => {
      this.flushed += 1;
    });
    if (!this.options.isHeld()) throw lostLock();
  }

  /** The file that is being written; it does not exist before its first record. */
  current(): OwnFile {
    return { name: this.name(), end: this.file.flushedSize() };
  }

  isEmpty(): boolean {
    return this.flushed === 0;
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

  private name(): string {
    return journalNameOf(this.options.token, this.number);
  }

  private async open(): Promise<DiskFile> {
    const { disk, folder } = this.options;
    const file = await disk.open(path.join(folder, this.name()), 'append');
    if (this.file.flushedSize() > 0) return file;
    try {
      const header = encodeHeader();
      await writeAll(file, header, 0);
      // The file itself must survive a power cut before a record in it can.
      await disk.flushPath(folder);
      this.file.begin(header.length);
      return file;
    } catch (error) {
      await file.close();
      throw error;
    }
  }
}
