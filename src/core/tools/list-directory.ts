import { say } from '../base/sentence';
import * as z from 'zod';
import { dense, optional } from '../contracts/schema-parts';
import { pathInput } from './files/path-input';
import { escapeControlInline } from '../base/escape-control';
import { formatSize } from '../base/wording';
import { assertNever, succeed } from '../contracts/failure';
import { defineTool } from '../contracts/tools/define-tool';
import type { Capabilities } from '../ports/capabilities';
import type { FileEntry } from '../ports/files';
import { shownPath } from './files/shown-path';
import { shownAt } from './files/change-output';

const maxEntries = 1000;
const maxDepth = 5;

const input = z.strictObject({
  path: pathInput('Folder to list', 'Default: the first open folder.').optional(),
  depth: optional(
    z.int().min(1).max(maxDepth),
    `How many levels of folders to list, at most ${String(maxDepth)}. Default 1: only the folder's own entries.`,
  ),
});

const output = z.object({
  path: z.string(),
  real_path: z.string(),
  entries: z.array(z.string()),
  total: z.int(),
  truncated: z.boolean(),
});

/** Lists a folder by lstat: links are named, never followed (003-tools-4). */
export default defineTool<Capabilities>()({
  name: 'list_directory',
  title: say`List folder`,
  description: `Lists the entries of one folder, folders first: "[dir] name/", "[file] name (size)", "[symlink] name". With depth, also the contents of its subfolders, by path from the listed folder; links are not followed. At most ${String(maxEntries)} entries; use find_path to search a whole tree. Entries forbidden by the file settings are left out.`,
  effect: 'read_only',
  kind: 'search',
  group: 'filesystem',
  input,
  output,
  redact: ['path', 'real_path', 'entries', 'total', 'truncated'],
  cacheable: true,
  provenance: 'private',
  needs: ['files', 'workspace'],
  subject: ({ path = '.' }) => ({ text: path, reads: [path], writes: [] }),
  verb: 'list',
  label: ({ path = '.' }) => path,
  run: async ({ path = '.', depth = 1 }, { signal }, { files, workspace }) => {
    const listed = await files.list(path, { depth, maxEntries, signal });
    if (!listed.ok) return listed;
    const { real, entries, total } = listed.value;
    return succeed({
      path: shownPath(real, workspace),
      real_path: real,
      entries: entries.map(describeEntry),
      total,
      truncated: total > entries.length,
    });
  },
  toModel: ({ entries = [], total = 0, truncated = false }) => {
    if (total === 0) return 'The folder has no entries to list.';
    const note = `[${String(entries.length)} of ${String(total)} entries are shown. List a subfolder, or use find_path.]`;
    return [...entries, ...(truncated ? [note] : [])].join('\n');
  },
  present: ({ real_path, truncated }) => dense({ ...shownAt(real_path), truncated }),
});

function describeEntry({ kind, name, size }: FileEntry): string {
  const shown = escapeControlInline(name);
  switch (kind) {
    case 'dir':
      return `[dir] ${shown}/`;
    case 'file':
      return `[file] ${shown} (${formatSize(size)})`;
    case 'symlink':
      return `[symlink] ${shown}`;
    case 'other':
      return `[other] ${shown}`;
    default:
      return assertNever(kind);
  }
}
