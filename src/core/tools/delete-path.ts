import { say } from '../base/sentence';
import * as z from 'zod';
import { pathInput } from './files/path-input';
import { defineTool } from '../contracts/tools/define-tool';
import type { Capabilities } from '../ports/capabilities';
import { entryName, kindSchema, fileDiffSchema, shownAt } from './files/change-output';
import { withNotes } from './files/notes';
import { planDelete } from './files/change-entries';
import { counted } from '../base/wording';

const input = z.strictObject({
  path: pathInput('File, link or folder to delete', 'For a link, only the link is deleted.'),
});

const output = z.object({
  path: z.string(),
  real_path: z.string(),
  kind: kindSchema,
  files: z.int(),
  trashed: z.boolean(),
  notes: z.array(z.string()),
  /** Content of the first deleted files. */
  diffs: z.array(fileDiffSchema),
});

/** Deletes a file, a link or a whole folder (003-tools-6). */
export default defineTool<Capabilities>()({
  name: 'delete_path',
  title: say`Delete`,
  description:
    'Deletes a file, a link, or a folder and its contents. Moves it to the trash if there is one. For a link, only the link is deleted. Refuses the workspace folder itself and files with unsaved changes.',
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
  verb: 'delete',
  label: ({ path }) => path,
  plan: planDelete,
  toModel: ({ path = '', kind = 'file', files = 0, trashed = false, notes = [] }) => {
    const held = kind === 'dir' ? ` with ${counted(files, 'file')}` : '';
    const target = kind === 'symlink' ? '; its target is unchanged' : '';
    const where = trashed ? ' (moved to the trash)' : '';
    return withNotes(`Deleted ${entryName(kind)}${path}${held}${where}${target}.`, notes);
  },
  present: ({ diffs = [], real_path }) => ({ diffs, ...shownAt(real_path) }),
});
