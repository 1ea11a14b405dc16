import path from 'node:path';
import type { Survey } from '../../adapters/files/disk-files';
import type { PlaceBefore, PlaceImage } from '../../core/contracts/file-changes';

/** Entries of one change that are put on record one by one; more are not undone. */
export const maxRecordedEntries = 20_000;

/** Said of a change that is only partly on record. */
export function tooMany({ isWhole }: Survey): readonly string[] {
  return isWhole ? [] : ['It cannot be undone as a whole: it has too many entries.'];
}

/** A content that cannot be kept: the record says that there is no way back. */
export function unknownImage(size: number): PlaceImage {
  return { kind: 'file', stamp: '', size, mode: 0 };
}

/** The places that a copy of an entry will fill. */
export function placesOfCopy(survey: Survey, to: string, replaced: PlaceImage): PlaceBefore[] {
  const [, ...below] = survey.entries;
  const absent: PlaceImage = { kind: 'absent' };
  return [
    { path: to, before: replaced },
    ...below.map((entry) => ({
      path: path.join(to, path.relative(survey.real, entry.path)),
      before: absent,
    })),
  ];
}
