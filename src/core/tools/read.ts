import { say } from '../base/sentence';
import * as z from 'zod';
import { dense, optional } from '../contracts/schema-parts';
import { pathInput } from './files/path-input';
import { defineTool } from '../contracts/tools/define-tool';
import type { Capabilities } from '../ports/capabilities';
import { withNotes } from './files/notes';
import { readFile } from './files/read-file';
import { shownAt } from './files/change-output';

const input = z.strictObject({
  path: pathInput('File to read'),
  offset: optional(z.int().min(1), 'First line to read, counted from 1. Default 1.'),
  limit: optional(z.int().min(1), 'Number of lines to read. Default 2000.'),
});

const output = z.object({
  content: z.string(),
  path: z.string(),
  real_path: z.string(),
  /** Absent if only a part was read. */
  total_lines: z.int().exactOptional(),
  first_line: z.int(),
  notes: z.array(z.string()),
  truncated: z.boolean(),
});

export default defineTool<Capabilities>()({
  name: 'read',
  title: say`Read file`,
  description:
    'Reads a file as the editor shows it, including unsaved changes. Returns its lines, each preceded by its number and a tab (neither is part of the file). Reads 2000 lines from the start unless offset and limit say otherwise, and says how to continue. For a notebook (.ipynb), returns its cells with continuously numbered source lines and shortened outputs. For other binary files, returns type and size; for files over 10 MB, the first lines. Read a file before you edit it; to find where something is, use grep. Values that look like credentials are shown as [REDACTED:kind].',
  effect: 'read_only',
  kind: 'read',
  group: 'filesystem',
  traits: ['readsFiles'],
  input,
  output,
  redact: ['content', 'path', 'real_path', 'total_lines', 'first_line', 'notes', 'truncated'],
  cacheable: true,
  provenance: 'private',
  needs: ['textFiles', 'workspace'],
  subject: ({ path }) => ({ text: path, reads: [path], writes: [] }),
  verb: 'read',
  label: ({ path }) => path,
  run: readFile,
  toModel: ({ content = '', notes = [] }) => withNotes(content, notes),
  present: ({ real_path, first_line, truncated }) =>
    dense({ ...shownAt(real_path, first_line ?? 1), truncated }),
});
