import path from 'node:path';
import { truncateFile, withFile, type Disk } from './disk';
import { findEnd, findStart, type JournalPosition } from './journal-reader';
import type { Problems } from './problems';

export interface JournalPlace {
  readonly disk: Disk;
  readonly path: string;
  readonly problems: Problems;
  /** For the name of a file that is set aside. */
  readonly stamp: string;
}

/**
 * Cuts off the record that a crash left half written and answers where the whole ones end. Sets
 * aside what is no journal; undefined then, and when there is no file.
 */
export async function repairJournal(place: JournalPlace): Promise<JournalPosition | undefined> {
  const { disk, problems } = place;
  const found = await withFile(disk, place.path, async (file) => {
    const start = await findStart(file);
    return { size: await file.size(), end: start && (await findEnd(file, start)) };
  });
  if (found === undefined) return undefined;
  if (found.end === undefined) {
    await setAside(place);
    return undefined;
  }
  const torn = found.size - found.end.offset;
  if (torn > 0) {
    await truncateFile(disk, place.path, found.end.offset);
    problems.report(
      `The record journal ended in the middle of a record: ${torn} bytes were cut off. All complete records are kept.`,
    );
  }
  return found.end;
}

async function setAside({ disk, path: file, problems, stamp }: JournalPlace): Promise<void> {
  const name = `${path.basename(file)}.corrupt-${stamp}`;
  await disk.rename(file, path.join(path.dirname(file), name));
  problems.report(`A record journal could not be read. It was set aside as ${name}.`);
}
