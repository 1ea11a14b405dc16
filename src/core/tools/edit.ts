import { say } from '../base/sentence';
import * as z from 'zod';
import { optional } from '../contracts/schema-parts';
import { pathInput } from './files/path-input';
import { defineTool } from '../contracts/tools/define-tool';
import type { Capabilities } from '../ports/capabilities';
import { changeExhibit, fileChangeFields, lineCounts } from './files/change-output';
import { withNotes } from './files/notes';
import { planEdit } from './files/edit-file';
import { counted } from '../base/wording';

const input = z.strictObject({
  path: pathInput('File to change'),
  old_string: z
    .string()
    .describe(
      'Exact text to replace, with its indentation but without line numbers. Must occur exactly once in the file unless replace_all is true.',
    ),
  new_string: z.string().describe('Text to replace it with; empty removes it.'),
  replace_all: optional(z.boolean(), 'true: replace every occurrence. Default false.'),
});

const output = z.object({
  path: z.string(),
  replacements: z.int(),
  /** Numbers of the notebook cells that changed. */
  cells: z.array(z.int()).exactOptional(),
  /** Such as: the file was formatted, or not saved. */
  notes: z.array(z.string()),
  ...fileChangeFields,
});

export default defineTool<Capabilities>()({
  name: 'edit',
  title: say`Edit file`,
  description:
    "Replaces old_string with new_string in an existing file. Read the file first and copy old_string exactly, without the line numbers. Include enough surrounding lines to make it unique, or set replace_all. If it is missing or not unique, nothing changes and the result shows near matches. In a notebook (.ipynb), cell sources are searched, as read shows them. The file's encoding, byte order mark and line endings are kept. To replace a whole file, use write.",
  effect: 'state_change',
  kind: 'edit',
  group: 'filesystem',
  traits: ['overwritesFiles', 'editsFiles'],
  input,
  output,
  redact: ['path', 'replacements', 'cells', 'notes', 'diff', 'changed_lines', 'changed_line'],
  cacheable: false,
  needs: ['textFiles', 'workspace'],
  subject: ({ path }) => ({ text: path, reads: [path], writes: [path] }),
  verb: 'edit',
  label: ({ path }) => path,
  plan: planEdit,
  toModel: ({ path = '', replacements = 0, cells, changed_lines, notes = [] }) => {
    const times = counted(replacements, 'replacement');
    const counts = lineCounts(changed_lines);
    const what = `Edited ${path}${inCells(cells)}: ${times}`;
    return withNotes(counts === undefined ? `${what}.` : `${what}, ${counts}.`, notes);
  },
  present: ({ diff, changed_line }) => changeExhibit(diff, changed_line),
});

function inCells(cells: readonly number[] | undefined): string {
  if (cells === undefined) return '';
  return ` (${cells.length === 1 ? 'cell' : 'cells'} ${cells.join(', ')})`;
}
