import { partsTitle } from '../base/titles';
import { say } from '../base/sentence';
import * as z from 'zod';
import { optional } from '../contracts/schema-parts';
import { pathInput } from './files/path-input';
import { cutAround } from '../base/text-lines';
import { defineTool } from '../contracts/tools/define-tool';
import { succeed } from '../contracts/failure';
import type { Capabilities } from '../ports/capabilities';
import { shownPath } from './files/shown-path';
import { shownLines } from './search/shown-lines';
import { otherRoots, otherRootsNote, unsavedNote } from './search/search-notes';
import { counted } from '../base/wording';

const maxMatches = 200;
const maxBytes = 100 * 1024;
const maxContext = 10;
/** The search cuts long lines around their match, so no reported line is longer. */
const maxLineLength = 502;

const input = z.strictObject({
  pattern: z
    .string()
    .min(1)
    .max(1000)
    .describe(
      "Regular expression in ripgrep's syntax, without look-around or backreferences, matched against each line. Escape ( ) [ ] { } . * + ? ^ $ | \\ to mean the character itself.",
    ),
  path: pathInput('File or folder to search', 'Default: the first open folder.').optional(),
  case_sensitive: optional(z.boolean(), 'Whether letter case matters. Default true.'),
  glob: optional(
    z.string().min(1).max(1000),
    'Only files whose path below path matches, such as *.ts or src/**/*.{js,mjs}; a leading "!" excludes them: !**/*.test.ts.',
  ),
  context: optional(
    z.int().min(0).max(maxContext),
    'Lines to show before and after each match. Default 0.',
  ),
  include_ignored: optional(
    z.boolean(),
    'Whether to search files that .gitignore or files.exclude exclude. Default false.',
  ),
});

const output = z.object({
  matches: z.array(
    z.object({
      path: z.string(),
      real_path: z.string(),
      line: z.int(),
      text: z.string(),
      is_context: z.boolean().optional(),
    }),
  ),
  cut: z.enum(['matches', 'bytes']).optional(),
  unsaved: z.array(z.string()),
  /** Open folders that were not searched because no path was given. */
  other_roots: z.array(z.string()),
});

const maxLocations = 20;

export default defineTool<Capabilities>()({
  name: 'grep',
  title: say`Search files`,
  description:
    'Searches file contents for a regular expression. Returns each matching line as "file:line: text" and each context line as "file-line- text"; for several lines of one file, its name may be given once above them. At most 200 matches and 100 KB, sorted by path. Skips binary files, files over 10 MB, files that .gitignore or files.exclude exclude, the .git folder and files forbidden by the file settings; a file named in path is searched even if .gitignore excludes it. To find files by name, use find_path.',
  effect: 'read_only',
  kind: 'search',
  group: 'filesystem',
  input,
  output,
  redact: ['matches', 'cut', 'unsaved', 'other_roots'],
  cacheable: true,
  provenance: 'private',
  needs: ['search', 'textFiles', 'workspace'],
  subject: ({ pattern, path = '.' }) => ({ text: pattern, reads: [path], writes: [] }),
  verb: 'search for',
  label: ({ pattern, path, glob }) => partsTitle(pattern, path, glob),
  run: async (args, { sessionId, signal }, { search, textFiles, workspace }) => {
    const found = await search.grep({
      pattern: args.pattern,
      path: args.path ?? '.',
      caseSensitive: args.case_sensitive ?? true,
      ...(args.glob !== undefined && { glob: args.glob }),
      context: args.context ?? 0,
      includeIgnored: args.include_ignored ?? false,
      maxMatches,
      maxBytes,
      signal,
    });
    if (!found.ok) return found;
    const { matches, cut, unsaved } = found.value;
    const texts = await shownLines(matches, { sessionId, signal }, { textFiles });
    return succeed({
      matches: matches.map(({ path, line, isContext }, at) => ({
        path: shownPath(path, workspace),
        real_path: path,
        line,
        text: cutAround(texts[at] ?? '', 0, maxLineLength),
        ...(isContext && { is_context: true }),
      })),
      ...(cut !== undefined && { cut }),
      unsaved: unsaved.map((path) => shownPath(path, workspace)),
      other_roots: [...otherRoots(args.path, workspace)],
    });
  },
  toModel: ({ matches = [], cut, unsaved = [], other_roots = [] }) => {
    const found = matches.length === 0 ? 'No line matches.' : listMatches(matches);
    const count = matches.filter(({ is_context: isContext }) => isContext !== true).length;
    const notes = [
      cut && cutNote(cut, count),
      unsavedNote(unsaved, (whose) => `${whose} saved text was searched`),
      otherRootsNote(other_roots),
    ];
    return [found, ...notes.filter((note) => note !== undefined)].join('\n');
  },
  present: ({ matches = [], cut }) => ({
    locations: matches
      .filter(({ is_context: isContext }) => isContext !== true)
      .slice(0, maxLocations)
      .map(({ real_path, line }) => ({ path: real_path, line })),
    truncated: cut !== undefined,
  }),
});

function cutNote(cut: 'matches' | 'bytes', count: number): string {
  const shown = `Only the first ${counted(count, 'match is', 'matches are')} shown`;
  const why = cut === 'matches' ? 'there are more' : 'they fill 100 KB and there are more';
  const less = cut === 'matches' ? '' : ', or less context';
  return `[${shown}: ${why}. To see the others, use a narrower pattern, path or glob${less}.]`;
}

export interface MatchLine {
  readonly path: string;
  readonly line: number;
  readonly text: string;
  readonly is_context?: boolean | undefined;
}

/** `file:line: text`, `file-line- text` for context, `--` between runs; the name once if short. */
function listMatches(lines: readonly MatchLine[]): string {
  const flat = joinWithGaps(lines, (line) => `${line.path}${numbered(line)}`);
  const grouped = joinWithGaps(lines, (line, previous) => {
    const heading = line.path === previous?.path ? '' : `${line.path}\n`;
    return `${heading}${numbered(line).slice(1)}`;
  });
  return flat.length <= grouped.length ? flat : grouped;
}

function joinWithGaps(
  lines: readonly MatchLine[],
  tell: (line: MatchLine, previous: MatchLine | undefined) => string,
): string {
  const hasContext = lines.some((line) => line.is_context === true);
  return lines
    .map((line, at) => {
      const previous = lines[at - 1];
      const isGap = hasContext && line.path === previous?.path && line.line !== previous.line + 1;
      return `${isGap ? '--\n' : ''}${tell(line, previous)}`;
    })
    .join('\n');
}

function numbered({ line, text, is_context: isContext }: MatchLine): string {
  const sign = isContext === true ? '-' : ':';
  return `${sign}${String(line)}${sign} ${text}`;
}
