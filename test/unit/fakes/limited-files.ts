import type { Files, Globs, LimitedFiles } from '../../../src/core/ports/files';

/** No file is limited. */
export const nothingLimited: LimitedFiles = { below: () => Promise.resolve([]) };

/** No glob stands for a file. */
export const noGlobs: Globs = { expand: () => Promise.resolve([]) };

/** Looked up each time, where a test has files on disk. */
export function limitedIn(files: Pick<Files, 'inside'>): LimitedFiles {
  return {
    below: async (folder) => {
      const { signal } = new AbortController();
      const found = await files.inside(folder, { maxEntries: 20_000, signal });
      return found.ok && found.value.isWhole ? (found.value.limited ?? []) : undefined;
    },
  };
}
