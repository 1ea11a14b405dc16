import * as z from 'zod';
import { pathInput } from './files/path-input';
import { defineTool } from '../contracts/tools/define-tool';
import type { Capabilities } from '../ports/capabilities';
import { changeExhibit, fileChangeFields, lineCounts } from './files/change-output';
import { withNotes } from './files/notes';
import { writeFile } from './files/write-file';
import { counted, formatSize } from '../base/wording';

const input = z.strictObject({
  path: pathInput('File to create or replace'),
  content: z.string().describe('The whole new content of the file.'),
});

const output = z.object({
  path: z.string(),
  bytes: z.int(),
  lines: z.int(),
  created: z.boolean(),
  /** Such as: the file was formatted, or not saved. */
  notes: z.array(z.string()),
  ...fileChangeFields,
});

export default defineTool<Capabilities>()({
  name: 'write',
  title: 'Write file',
  description:
    'Creates a file, or replaces the whole content of an existing one. Missing parent folders are created. An existing file must have been read first; it keeps its encoding, byte order mark and line endings. To change part of a file, use edit: it is shorter and cannot lose the rest. A notebook (.ipynb) must be complete, valid JSON. Refuses content with a [REDACTED:kind] mark that the file does not have.',
  effect: 'state_change',
  kind: 'edit',
  group: 'filesystem',
  traits: ['writesFiles', 'overwritesFiles'],
  input,
  output,
  redact: ['path', 'bytes', 'lines', 'created', 'notes', 'diff', 'changed_lines', 'changed_line'],
  cacheable: false,
  needs: ['textFiles', 'workspace'],
  subject: ({ path }) => ({ text: path, reads: [], writes: [path] }),
  label: ({ path }) => path,
  run: writeFile,
  toModel: ({
    path = '',
    bytes = 0,
    lines = 0,
    created = false,
    changed_lines,
    diff,
    notes = [],
  }) => {
    if (!created && diff === undefined) {
      return withNotes(`${path} already has exactly this content; nothing was written.`, notes);
    }
    const size = `${counted(lines, 'line')}, ${formatSize(bytes)}`;
    const counts = created ? undefined : lineCounts(changed_lines);
    const what = `${created ? 'Created' : 'Replaced'} ${path}: ${size}`;
    return withNotes(counts === undefined ? `${what}.` : `${what}, ${counts}.`, notes);
  },
  present: ({ diff, changed_line }) => changeExhibit(diff, changed_line),
});
