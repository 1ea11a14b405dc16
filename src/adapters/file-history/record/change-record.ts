import path from 'node:path';
import { AppendFile, type AppendListeners } from '../../store/disk/append-file';
import { readWhole } from '../../system/whole-file';
import { copiesName, recordName } from './chat-folders';
import type { Disk } from '../../system/disk';
import { type FileCopies, openFileCopies } from './file-copies';
import { copiesIn } from '../history/file-steps';
import { decodeLines, encodeLine, statesBefore, type RecordLine } from '../history/record-format';

/** The record of a chat's changes on disk (decision 42). */
export interface ChangeRecord {
  readonly copies: FileCopies;
  /** Resolves once the line is flushed; rejects if it is not in the record. */
  append(line: RecordLine, seen?: AppendListeners): Promise<void>;
  close(): Promise<void>;
}

export interface ReadRecord {
  readonly lines: readonly RecordLine[];
  /** Number of lines that could not be read. */
  readonly damaged: number;
  readonly bytes: number;
}

/** Reads the record of a chat; ignores a line cut off by a crash. */
export async function readRecord(disk: Disk, folder: string): Promise<ReadRecord> {
  const bytes = await readWhole(disk, path.join(folder, recordName));
  if (bytes === undefined) return { lines: [], damaged: 0, bytes: 0 };
  return { ...decodeLines(bytes), bytes: bytes.length };
}

/** Continues a record; its lines name the copies in use. */
export async function openRecord(
  disk: Disk,
  folder: string,
  read: ReadRecord,
): Promise<ChangeRecord> {
  const copies = await openFileCopies(disk, path.join(folder, copiesName), namedCopies(read.lines));
  const file = new AppendFile({
    size: read.bytes,
    open: () => disk.open(path.join(folder, recordName), 'write'),
  });
  return {
    copies,
    append: (line, seen) => file.append([encodeLine(line)], seen),
    close: () => file.close(),
  };
}

/** Names of the copies, with their sizes. */
function namedCopies(lines: readonly RecordLine[]): ReadonlyMap<string, number> {
  const images = lines.flatMap((line) =>
    line.is === 'begun' || line.is === 'made'
      ? statesBefore(line.change).map(({ image }) => image)
      : [],
  );
  return new Map(
    images.flatMap((image) =>
      image.kind === 'file' ? copiesIn(image).map((name) => [name, image.size] as const) : [],
    ),
  );
}
