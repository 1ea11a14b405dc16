import { withFile, type Disk } from './disk';
import { findRecords, findStart } from './journal-reader';
import { inFolder, segmentIdOf } from './names';
import { firstRecordAt } from './record-format';

/** The highest sequence number of all segments, for a journal that has to be made anew. */
export async function highestSeqOf(place: {
  readonly disk: Disk;
  readonly folder: string;
}): Promise<number> {
  const { disk, folder } = place;
  let highest = 0;
  for (const name of await disk.names(folder)) {
    if (segmentIdOf(name) === undefined) continue;
    await withFile(disk, inFolder(folder, name), async (file) => {
      const start = (await findStart(file)) ?? { seq: 0, offset: firstRecordAt };
      const { end } = await findRecords(file, start, () => undefined);
      highest = Math.max(highest, end.seq);
    });
  }
  return highest;
}
