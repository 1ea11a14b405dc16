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
import { planCopy } from './files/change-entries';
import { counted, formatSize } from '../base/wording';

const input = z.strictObject({
  source: pathInput('File or folder to copy'),
  destination: z.string().min(1).describe('Path of the copy itself, not of its parent folder.'),
});

const output = z.object({
  source: z.string(),
  destination: z.string(),
  real_path: z.string(),
  kind: kindSchema,
  files: z.int(),
  bytes: z.int(),
  replaced: z.boolean(),
  notes: z.array(z.string()),
  /** For one text file only. */
  diff: fileDiffSchema.exactOptional(),
});

/** Copies a file or folder. Links are copied as links (003-tools-5). */
export default defineTool<Capabilities>()({
  name: 'copy_path',
  title: say`Copy`,
  description:
    'Copies a file, or a folder and its contents. Missing parent folders are created. destination is the path of the copy itself. Links are copied as links. An existing file at the destination is replaced; read it first. A folder never replaces anything.',
  effect: 'state_change',
  kind: 'other',
  group: 'filesystem',
  traits: ['overwritesFiles', 'editsFiles'],
  input,
  output,
  redact: [
    'source',
    'destination',
    'real_path',
    'kind',
    'files',
    'bytes',
    'replaced',
    'notes',
    'diff',
  ],
  cacheable: false,
  needs: ['files', 'workspace'],
  subject: ({ source, destination }) => ({
    text: `${source} → ${destination}`,
    reads: [source],
    writes: [destination],
    // A link at the destination is itself replaced, not what it points to.
    removes: [destination],
    takes: { from: source, to: destination },
  }),
  verb: 'copy',
  label: ({ source, destination }) => `${source} → ${destination}`,
  plan: planCopy,
  toModel: ({ source = '', destination = '', kind = 'file', notes = [], ...rest }) => {
    const { files = 0, bytes = 0, replaced = false } = rest;
    const size = formatSize(bytes);
    const held = kind === 'dir' ? ` with ${counted(files, 'file')} (${size})` : '';
    const alone = kind === 'file' ? ` (${size})` : '';
    const instead = replaced ? ', replacing the existing file' : '';
    const what = `${entryName(kind)}${source}${held}`;
    return withNotes(`Copied ${what} to ${destination}${alone}${instead}.`, notes);
  },
  present: ({ diff, real_path }) => (diff === undefined ? shownAt(real_path) : changeExhibit(diff)),
});
