import * as z from 'zod';
import { defineTool } from '../contracts/tools/define-tool';
import type { Capabilities } from '../ports/capabilities';
import { countOf, entryName, kindSchema, fileDiffSchema } from './files/change-output';
import { withNotes } from './files/notes';

const input = z.strictObject({
  path: z
    .string()
    .min(1)
    .describe(
      'File, link or folder to delete: relative to the workspace folder, or absolute inside it. Of a link the link itself is deleted.',
    ),
});

const output = z.object({
  path: z.string(),
  real_path: z.string(),
  kind: kindSchema,
  /** Regular files that are gone. */
  files: z.int(),
  trashed: z.boolean(),
  /** Additional notes for the reader. */
  notes: z.array(z.string()),
  /** Content of the first ones. */
  diffs: z.array(fileDiffSchema),
});

/** Deletes a file, a link or a whole folder (003-tools-6). */
export default defineTool<Capabilities>()({
  name: 'delete_path',
  title: 'Delete',
  description:
    'Deletes a file, a link, or a folder with everything in it; to the trash where there is one. Of a link only the link is deleted. The workspace folder itself, and a file with unsaved changes, are refused.',
  effect: 'state_change',
  kind: 'delete',
  group: 'filesystem',
  input,
  output,
  redact: ['path', 'real_path', 'kind', 'files', 'trashed', 'notes', 'diffs'],
  cacheable: false,
  needs: ['files', 'workspace'],
  subject: ({ path }) => ({
    text: path,
    reads: [],
    writes: [],
    removes: [path],
    takes: { from: path },
  }),
  label: ({ path }) => path,
  run: async (args, context, capabilities) => {
    const { deleteEntry } = await import('./files/file-tools-entry');
    return deleteEntry(args, context, capabilities);
  },
  toModel: ({ path = '', kind = 'file', files = 0, trashed = false, notes = [] }) => {
    const held = kind === 'dir' ? ` with ${countOf(files, 'file')}` : '';
    const target = kind === 'symlink' ? '; what it leads to is untouched' : '';
    const where = trashed ? ' (it is in the trash)' : '';
    return withNotes(`Deleted ${entryName(kind)}${path}${held}${where}${target}.`, notes);
  },
  present: ({ diffs = [], real_path }) => ({
    diffs,
    ...(real_path !== undefined && { locations: [{ path: real_path }] }),
  }),
});
