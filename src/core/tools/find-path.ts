import * as z from 'zod';
import { defineTool } from '../contracts/define-tool';
import { succeed } from '../contracts/result';
import type { Capabilities } from '../ports/capabilities';
import { shownPath } from './file-parts/shown-path';

const maxResults = 200;

const input = z.strictObject({
  pattern: z
    .string()
    .min(1)
    .max(1000)
    .describe(
      'Glob relative to path, such as src/**/*.ts, *.{js,mjs} or **/test/**. Without a "/" it is tried on file names at any depth.',
    ),
  path: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Folder to search: relative to the workspace folder, or absolute inside it. Default: the workspace folder.',
    ),
});

const output = z.object({
  paths: z.array(z.string()),
  truncated: z.boolean(),
});

/** Finds files by glob (003 `find_path`); what lies outside the sandbox is not among them. */
export default defineTool<Capabilities>()({
  name: 'find_path',
  title: 'Find files',
  description:
    'Finds files whose path matches a glob, at most 200, sorted by path. Files that .gitignore leaves out, the .git folder and files that the file settings forbid are not found; links are not followed. To search inside files use grep.',
  effect: 'read_only',
  kind: 'search',
  group: 'filesystem',
  input,
  output,
  redact: ['paths', 'truncated'],
  cacheable: true,
  needs: ['search', 'workspace'],
  subject: ({ pattern, path = '.' }) => ({ text: pattern, reads: [path], writes: [] }),
  label: ({ pattern, path }) => (path === undefined ? pattern : `${pattern} in ${path}`),
  run: async ({ pattern, path = '.' }, { signal }, { search, workspace }) => {
    const found = await search.find({ pattern, path, maxResults, signal });
    if (!found.ok) return found;
    const paths = found.value.paths.map((file) => shownPath(file, workspace));
    return succeed({ paths, truncated: found.value.truncated });
  },
  toModel: ({ paths = [], truncated = false }) => {
    if (paths.length === 0) return 'No file matches.';
    const note = `[Only the first ${String(paths.length)} are listed. Use a narrower pattern or path.]`;
    return [...paths, ...(truncated ? [note] : [])].join('\n');
  },
  exhibit: ({ truncated }) => (truncated === undefined ? {} : { truncated }),
});
