import * as z from 'zod';
import { redactText } from '../base/redact';
import { cutAround } from '../base/text-lines';
import { defineTool } from '../contracts/define-tool';
import { succeed } from '../contracts/result';
import type { Capabilities } from '../ports/capabilities';
import { shownPath } from './file-parts/shown-path';

const maxMatches = 200;
const maxLineLength = 500;

const input = z.strictObject({
  pattern: z
    .string()
    .min(1)
    .max(1000)
    .describe(
      'Regular expression, tried on each line. Escape ( ) [ ] { } . * + ? ^ $ | \\ to mean the character itself.',
    ),
  path: z
    .string()
    .min(1)
    .optional()
    .describe(
      'File or folder to search: relative to the workspace folder, or absolute inside it. Default: the workspace folder.',
    ),
  case_sensitive: z.boolean().optional().describe('Whether letter case matters. Default true.'),
});

const output = z.object({
  matches: z.array(
    z.object({ path: z.string(), real_path: z.string(), line: z.int(), text: z.string() }),
  ),
  truncated: z.boolean(),
});

/** How many places the card lists. */
const maxLocations = 20;

/** Searches file contents (003 `grep`). */
export default defineTool<Capabilities>()({
  name: 'grep',
  title: 'Search files',
  description:
    'Searches the contents of files for a regular expression and answers matching lines as "file:line: text", at most 200. Binary files, files over 10 MB, files that .gitignore leaves out, the .git folder and files that the file settings forbid are not searched; name a file in path to search it whatever .gitignore says. To find files by name use find_path.',
  effect: 'read_only',
  kind: 'search',
  group: 'filesystem',
  input,
  output,
  redact: ['matches', 'truncated'],
  cacheable: true,
  needs: ['search', 'workspace'],
  subject: ({ pattern, path = '.' }) => ({ text: pattern, reads: [path], writes: [] }),
  label: ({ pattern, path }) => (path === undefined ? pattern : `${pattern} in ${path}`),
  run: async (args, { signal }, { search, workspace }) => {
    const { pattern, path = '.', case_sensitive: caseSensitive = true } = args;
    const found = await search.grep({ pattern, path, caseSensitive, maxMatches, signal });
    if (!found.ok) return found;
    const matches = found.value.matches.map((match) => ({
      path: shownPath(match.path, workspace),
      real_path: match.path,
      line: match.line,
      // A cut could leave a part of a credential that no longer looks like one.
      text: cutAround(redactText(match.text).text, 0, maxLineLength),
    }));
    return succeed({ matches, truncated: found.value.truncated });
  },
  toModel: ({ matches = [], truncated = false }) => {
    if (matches.length === 0) return 'No line matches.';
    const note = `[Only ${String(matches.length)} matches are shown. Use a narrower pattern or path.]`;
    const lines = matches.map(({ path, line, text }) => `${path}:${String(line)}: ${text}`);
    return [...lines, ...(truncated ? [note] : [])].join('\n');
  },
  exhibit: ({ matches = [], truncated }) => ({
    locations: matches
      .slice(0, maxLocations)
      .map(({ real_path, line }) => ({ path: real_path, line })),
    ...(truncated !== undefined && { truncated }),
  }),
});
