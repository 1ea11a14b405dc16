import { say } from '../base/sentence';
import * as z from 'zod';
import { pathInput } from './files/path-input';
import { defineTool } from '../contracts/tools/define-tool';
import type { Capabilities } from '../ports/capabilities';
import {
  entryName,
  kindSchema,
  changeExhibit,
  fileDiffSchema,
  shownAt,
} from './files/change-output';
import { withNotes } from './files/notes';
import { planMove } from './files/change-entries';

const input = z.strictObject({
  source: pathInput('File, folder or link to move'),
  destination: z
    .string()
    .min(1)
    .describe('New path, including the name; not the path of its parent folder.'),
});

const output = z.object({
  source: z.string(),
  destination: z.string(),
  real_path: z.string(),
  kind: kindSchema,
  replaced: z.boolean(),
  notes: z.array(z.string()),
  /** For one file only. */
  diff: fileDiffSchema.exactOptional(),
});

export default defineTool<Capabilities>()({
  name: 'move_path',
  title: say`Move`,
  description:
    'Moves or renames a file, a link, or a folder and its contents. Missing parent folders are created. destination is the new path itself. An existing file at the destination is replaced; read it first. A folder never replaces anything. Imports in other files are not updated. Before editing a moved file, read it at its new path.',
  effect: 'state_change',
  kind: 'move',
  group: 'filesystem',
  traits: ['overwritesFiles', 'editsFiles'],
  input,
  output,
  redact: ['source', 'destination', 'real_path', 'kind', 'replaced', 'notes', 'diff'],
  cacheable: false,
  needs: ['files', 'workspace'],
  subject: ({ source, destination }) => ({
    text: `${source} → ${destination}`,
    reads: [],
    writes: [destination],
    // A link at the destination is itself replaced, not what it points to.
    removes: [source, destination],
    takes: { from: source, to: destination },
  }),
  verb: 'move',
  label: ({ source, destination }) => `${source} → ${destination}`,
  plan: planMove,
  toModel: ({ source = '', destination = '', kind = 'file', replaced = false, notes = [] }) => {
    const instead = replaced ? ', replacing the existing file' : '';
    return withNotes(`Moved ${entryName(kind)}${source} to ${destination}${instead}.`, notes);
  },
  present: ({ diff, real_path }) => (diff === undefined ? shownAt(real_path) : changeExhibit(diff)),
});
