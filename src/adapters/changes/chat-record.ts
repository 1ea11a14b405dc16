import path from 'node:path';
import { createAppendFile } from '../store/append-file';
import { withFile } from '../store/disk';
import type { ChangeLogDisk } from './changes-disk';
import { copiesName, recordName } from './chat-folders';
import { openFileCopies, type FileCopies } from './copies';
import { copiesIn, type RecordedState } from './kept-image';
import { decodeLines, encodeLine, type RecordLine } from './record-lines';

/** What is on disk of a chat's changes (DESIGN decision 42). */
export interface ChangeRecord {
  readonly copies: FileCopies;
  /** Settles when the line is flushed; rejects when it is not in the record. */
  append(line: RecordLine): Promise<void>;
  close(): Promise<void>;
}

export interface ReadRecord {
  readonly lines: readonly RecordLine[];
  /** Lines that could not be read. */
  readonly damaged: number;
  readonly bytes: number;
}

/** The record of a chat; a line that a crash has cut off does not count. */
export async function readRecord(disk: ChangeLogDisk, folder: string): Promise<ReadRecord> {
  const bytes = await withFile(disk, path.join(folder, recordName), async (file) =>
    file.read(0, await file.size()),
  );
  if (bytes === undefined) return { lines: [], damaged: 0, bytes: 0 };
  return { ...decodeLines(bytes), bytes: bytes.length };
}

/** Goes on with a record; what was read of it says which copies are ours. */
export async function openRecord(
  disk: ChangeLogDisk,
  folder: string,
  read: ReadRecord,
): Promise<ChangeRecord> {
  const copies = await openFileCopies(disk, path.join(folder, copiesName), namedCopies(read.lines));
  const file = createAppendFile({
    size: read.bytes,
    open: () => disk.open(path.join(folder, recordName), 'write'),
  });
  return {
    copies,
    append: (line) => file.append([encodeLine(line)]),
    close: () => file.close(),
  };
}

/** With their sizes. */
function namedCopies(lines: readonly RecordLine[]): ReadonlyMap<string, number> {
  const images = lines.flatMap((line): readonly RecordedState[] => {
    if (line.is !== 'begun') return [];
    const { change } = line;
    return change.kind === 'move' ? [change.replaced] : change.places.map(({ image }) => image);
  });
  return new Map(
    images.flatMap((image) =>
      image.kind === 'file' ? copiesIn(image).map((name) => [name, image.size] as const) : [],
    ),
  );
}
