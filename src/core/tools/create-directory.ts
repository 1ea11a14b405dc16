import * as z from 'zod';
import { pathInput } from './files/path-input';
import { defineTool } from '../contracts/tools/define-tool';
import { succeed } from '../contracts/failure';
import type { Capabilities } from '../ports/capabilities';
import { shownPath } from './files/shown-path';
import { withNotes } from './files/notes';
import { say } from '../base/sentence';
import { counted } from '../base/wording';
import { shownAt } from './files/change-output';

const input = z.strictObject({
  path: pathInput('Folder to create'),
});

const output = z.object({
  path: z.string(),
  real_path: z.string(),
  /** Folders that were created, outermost first. */
  made: z.array(z.string()),
  notes: z.array(z.string()),
});

export default defineTool<Capabilities>()({
  name: 'create_directory',
  title: say`Create folder`,
  description:
    'Creates a folder and its missing parent folders. Succeeds if the folder already exists. Not needed before write, which creates missing folders itself.',
  effect: 'state_change',
  kind: 'other',
  group: 'filesystem',
  traits: ['editsFiles'],
  input,
  output,
  redact: ['path', 'real_path', 'made', 'notes'],
  cacheable: false,
  needs: ['files', 'workspace'],
  subject: ({ path }) => ({ text: path, reads: [], writes: [path] }),
  verb: 'create the folder',
  label: ({ path }) => path,
  plan: async ({ path }, { sessionId, toolCallId, signal }, { files, workspace }) => {
    const place = await files.resolve(path);
    if (!place.ok) return place;
    const { real: at, exists } = place.value;
    const apply = async () => {
      const created = await files.createFolder(path, { by: { sessionId, toolCallId }, signal });
      if (!created.ok) return created;
      const { real, made, notes } = created.value;
      return succeed({
        path: shownPath(real, workspace),
        real_path: real,
        made: made.map((folder) => shownPath(folder, workspace)),
        notes: [...notes],
      });
    };
    const notes = exists ? [say`It already exists, so nothing would change.`] : [];
    return succeed({ basis: `${at}\n${String(exists)}`, diffs: [], notes, overwrites: [], apply });
  },
  toModel: ({ path = '', made = [], notes = [] }) => withNotes(madeText(path, made), notes),
  present: ({ real_path }) => shownAt(real_path),
});

function madeText(path: string, made: readonly string[]): string {
  if (made.length === 0) return `${path} already exists; nothing was changed.`;
  const above = made.length - 1;
  if (above === 0) return `Created the folder ${path}.`;
  return `Created the folder ${path} and ${counted(above, 'missing parent folder')}.`;
}
