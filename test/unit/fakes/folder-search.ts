import { readdirSync } from 'node:fs';
import path from 'node:path';
import { minimatch } from 'minimatch';
import { succeed } from '../../../src/core/contracts/failure';
import type { Search } from '../../../src/core/ports/search';

/** Finds files of a real folder by their globs. */
export const folderSearch: Pick<Search, 'find'> = {
  find: ({ pattern, path: root, maxResults }) => {
    const paths = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() || entry.isSymbolicLink())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .filter((file) => minimatch(path.relative(root, file), pattern, { dot: true }))
      .sort();
    const shown = { paths: paths.slice(0, maxResults), total: paths.length, unsaved: [] };
    return Promise.resolve(succeed({ ...shown, truncated: paths.length > maxResults }));
  },
};
