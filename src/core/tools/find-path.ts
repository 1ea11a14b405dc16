import { partsTitle } from '../base/titles';
import { say } from '../base/sentence';
import * as z from 'zod';
import { optional } from '../contracts/schema-parts';
import { pathInput } from './files/path-input';
import { defineTool } from '../contracts/tools/define-tool';
import { succeed } from '../contracts/failure';
import type { Capabilities } from '../ports/capabilities';
import { shownPath } from './files/shown-path';
import { otherRoots, otherRootsNote, unsavedNote } from './search/search-notes';

const maxResults = 200;

const input = z.strictObject({
  pattern: z
    .string()
    .min(1)
    .max(1000)
    .describe(
      'Glob relative to path, such as src/**/*.ts, *.{js,mjs} or **/test/**. Without a "/" it matches file names at any depth; a leading "!" finds all other files.',
    ),
  path: pathInput('Folder to search', 'Default: the first open folder.').optional(),
  include_ignored: optional(
    z.boolean(),
    'Whether to include files that .gitignore or files.exclude exclude. Default false.',
  ),
});

const output = z.object({
  paths: z.array(z.string()),
  total: z.int(),
  truncated: z.boolean(),
  unsaved: z.array(z.string()),
  /** Open folders that were not searched because no path was given. */
  other_roots: z.array(z.string()),
});

/** Finds files by glob (003-tools-3), inside the sandbox only. */
export default defineTool<Capabilities>()({
  name: 'find_path',
  title: say`Find files`,
  description:
    'Finds files whose path matches a glob. Returns at most 200, sorted by path, and the total count. Skips files that .gitignore or files.exclude exclude, the .git folder and files forbidden by the file settings; links are not followed. To search file contents, use grep.',
  effect: 'read_only',
  kind: 'search',
  group: 'filesystem',
  input,
  output,
  redact: ['paths', 'total', 'truncated', 'unsaved', 'other_roots'],
  cacheable: true,
  provenance: 'private',
  needs: ['search', 'workspace'],
  subject: ({ pattern, path = '.' }) => ({ text: pattern, reads: [path], writes: [] }),
  verb: 'find',
  label: ({ pattern, path }) => partsTitle(pattern, path),
  run: async (args, { signal }, { search, workspace }) => {
    const { pattern, path = '.', include_ignored: includeIgnored = false } = args;
    const found = await search.find({ pattern, path, includeIgnored, maxResults, signal });
    if (!found.ok) return found;
    const { paths, total, truncated, unsaved } = found.value;
    const shown = (file: string): string => shownPath(file, workspace);
    return succeed({
      paths: paths.map(shown),
      total,
      truncated,
      unsaved: unsaved.map(shown),
      other_roots: [...otherRoots(args.path, workspace)],
    });
  },
  toModel: ({ paths = [], total = 0, truncated = false, unsaved = [], other_roots = [] }) => {
    const found = paths.length === 0 ? ['No file matches.'] : paths;
    const cut = `[Only the first ${String(paths.length)} of ${String(total)} are listed. To see the others, use a narrower pattern or path.]`;
    const dirty = unsavedNote(unsaved, () => 'read shows them, grep and bash do not');
    const notes = [truncated ? cut : undefined, dirty, otherRootsNote(other_roots)];
    return [...found, ...notes.filter((note) => note !== undefined)].join('\n');
  },
  present: ({ truncated }) => (truncated === undefined ? {} : { truncated }),
});
