import * as z from 'zod';
import { defineTool } from '../contracts/tools/define-tool';
import type { Capabilities } from '../ports/capabilities';
import { entryName, kindSchema, changeExhibit, fileDiffSchema } from './files/change-output';
import { withNotes } from './files/notes';

const input = z.strictObject({
  source: z
    .string()
    .min(1)
    .describe(
      'File, folder or link to move: relative to the workspace folder, or absolute inside it.',
    ),
  destination: z
    .string()
    .min(1)
    .describe('Its new path, name included; not the folder that will hold it.'),
});

const output = z.object({
  source: z.string(),
  destination: z.string(),
  real_path: z.string(),
  kind: kindSchema,
  replaced: z.boolean(),
  /** Additional notes for the reader. */
  notes: z.array(z.string()),
  /** Present for one file. */
  diff: fileDiffSchema.exactOptional(),
});

/** Moves or renames a file, a folder or a link. */
export default defineTool<Capabilities>()({
  name: 'move_path',
  title: 'Move',
  description:
    'Moves or renames a file, a folder with everything in it, or a link; missing parent folders are created. destination is the new path itself. A file at the destination is replaced, and must have been read before; a folder replaces nothing. Imports in other files are not changed. Read a moved file by its new path before you edit it.',
  effect: 'state_change',
  kind: 'move',
  group: 'filesystem',
  input,
  output,
  redact: ['source', 'destination', 'real_path', 'kind', 'replaced', 'notes', 'diff'],
  cacheable: false,
  needs: ['files', 'workspace'],
  subject: ({ source, destination }) => ({
    text: `${source} → ${destination}`,
    reads: [],
    writes: [destination],
    // A link at the destination is replaced itself.
    removes: [source, destination],
    takes: { from: source, to: destination },
  }),
  label: ({ source, destination }) => `${source} → ${destination}`,
  run: async (args, context, capabilities) => {
    const { moveEntry } = await import('./files/file-tools-entry');
    return moveEntry(args, context, capabilities);
  },
  toModel: ({ source = '', destination = '', kind = 'file', replaced = false, notes = [] }) => {
    const instead = replaced ? ', in place of the file that was there' : '';
    return withNotes(`Moved ${entryName(kind)}${source} to ${destination}${instead}.`, notes);
  },
  present: ({ diff, real_path }) => {
    if (diff !== undefined) return changeExhibit(diff);
    return real_path === undefined ? {} : { locations: [{ path: real_path }] };
  },
});
