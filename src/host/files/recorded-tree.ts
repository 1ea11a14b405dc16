import path from 'node:path';
import type { TreeSurvey } from '../../adapters/files/disk-files';
import type { PathBefore, PathState } from '../../core/contracts/file-changes';

/** Entries of one change that are put on record one by one; more are not undone. */
export const maxRecordedEntries = 20_000;

/** Said of a change that is only partly on record. */
export function tooMany({ isWhole }: TreeSurvey): readonly string[] {
  return isWhole ? [] : ['It cannot be undone as a whole: it has too many entries.'];
}

/** A content that cannot be kept: the record says that there is no way back. */
export function unknownState(size: number): PathState {
  return { kind: 'file', stamp: '', size, mode: 0 };
}

/** The places that a copy of an entry will fill. */
export function copyDestinations(survey: TreeSurvey, to: string, replaced: PathState): PathBefore[] {
  const [, ...below] = survey.entries;
  const absent: PathState = { kind: 'absent' };
  return [
    { path: to, before: replaced },
    ...below.map((entry) => ({
      path: path.join(to, path.relative(survey.real, entry.path)),
      before: absent,
    })),
  ];
}
