import { succeed } from '../../core/contracts/result';
import type { DiskFiles } from './disk-files';
import type { GuardedFilesContext } from './file-parts';
import { listFolder } from './list-folder';
import { pathStateAt } from './place-image';
import { readHead, readStamp, readWhole } from './read-file';
import { surveyTree } from './survey-tree';
import type { RequestedPath } from './target-guard';

export type ReadingFiles = Pick<
  DiskFiles,
  'read' | 'head' | 'stamp' | 'list' | 'inside' | 'image' | 'survey'
>;

/** What changes nothing. */
export function readingFiles({ disk, limits, targets }: GuardedFilesContext): ReadingFiles {
  const file = (path: string): RequestedPath => ({ path, as: 'file' });
  return {
    read: (path, options) =>
      targets.use(file(path), options.signal, (target) => readWhole(disk, target, options)),
    head: (path, options) =>
      targets.use(file(path), options.signal, (target) => readHead(disk, target, options)),
    stamp: (path, { signal }) =>
      targets.use(file(path), signal, (target) => readStamp(disk, target, signal)),
    list: (path, options) =>
      targets.use(file(path), options.signal, (target) => listFolder(disk, target, options)),
    image: (path, options) =>
      targets.use({ path, as: 'place' }, options.signal, (target) =>
        pathStateAt(disk, target, options),
      ),
    inside: (path, { maxEntries, signal }) =>
      targets.use({ path, as: 'entry' }, signal, async (target) => {
        const options = { purpose: 'remove', maxEntries: maxEntries + 1, signal } as const;
        const surveyed = await surveyTree(disk, target, options);
        if (!surveyed.ok) return surveyed;
        const { entries, isWhole } = surveyed.value;
        return succeed({ paths: entries.slice(1).map((entry) => entry.path), isWhole });
      }),
    survey: (path, options) => {
      // A copy is of what a link leads to; what goes away is the link.
      const going: RequestedPath = { path, as: 'entry', refuse: limits.refuseRemoval };
      const asked = options.purpose === 'copy' ? file(path) : going;
      return targets.use(asked, options.signal, (target) => surveyTree(disk, target, options));
    },
  };
}
