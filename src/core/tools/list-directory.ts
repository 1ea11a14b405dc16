import * as z from 'zod';
import { escapeControlInline } from '../base/escape-control';
import { formatSize } from '../base/format-size';
import { assertNever, succeed } from '../contracts/result';
import { defineTool } from '../contracts/define-tool';
import type { Capabilities } from '../ports/capabilities';
import type { FileEntry } from '../ports/files';
import { shownPath } from './file-parts/shown-path';

const maxEntries = 1000;

const input = z.strictObject({
  path: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Folder to list: relative to the workspace folder, or absolute inside it. Default: the workspace folder.',
    ),
});

const output = z.object({
  path: z.string(),
  real_path: z.string(),
  entries: z.array(z.string()),
  total: z.int(),
  truncated: z.boolean(),
});

/** Lists a folder by lstat: links are named, never followed (003 `list_directory`). */
export default defineTool<Capabilities>()({
  name: 'list_directory',
  title: 'List folder',
  description:
    'Lists the entries of one folder, folders first: "[dir] name/", "[file] name (size)", "[symlink] name". Does not descend; use find_path to look through a whole tree. Entries that the file settings forbid are left out.',
  effect: 'read_only',
  kind: 'search',
  group: 'filesystem',
  input,
  output,
  redact: ['path', 'real_path', 'entries', 'total', 'truncated'],
  cacheable: true,
  needs: ['files', 'workspace'],
  subject: ({ path = '.' }) => ({ text: path, reads: [path], writes: [] }),
  label: ({ path = '.' }) => path,
  run: async ({ path = '.' }, { signal }, { files, workspace }) => {
    const folder = await files.resolve(path);
    if (!folder.ok) return folder;
    const listed = await files.list(path, { signal });
    if (!listed.ok) return listed;
    const sorted = listed.value.toSorted((a, b) => rank(a) - rank(b));
    return succeed({
      path: shownPath(folder.value.real, workspace),
      real_path: folder.value.real,
      entries: sorted.slice(0, maxEntries).map(describe),
      total: sorted.length,
      truncated: sorted.length > maxEntries,
    });
  },
  toModel: ({ entries = [], total = 0, truncated = false }) => {
    if (total === 0) return 'The folder is empty.';
    const note = `[${String(entries.length)} of ${String(total)} entries. Use find_path for the rest.]`;
    return [...entries, ...(truncated ? [note] : [])].join('\n');
  },
  exhibit: ({ real_path, truncated }) => ({
    ...(real_path !== undefined && { locations: [{ path: real_path }] }),
    ...(truncated !== undefined && { truncated }),
  }),
});

function rank({ kind }: FileEntry): number {
  return kind === 'dir' ? 0 : 1;
}

function describe({ kind, name, size }: FileEntry): string {
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
