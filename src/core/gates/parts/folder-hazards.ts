import type { GateCall } from '../../contracts/define-gate';
import type { ShellHazard, ShellPart } from '../../contracts/shell-reading';

/** They run what the settings of the repository say that they find around them. */
const repositoryPrograms: ReadonlySet<string> = new Set(['git', 'hg', 'svn', 'jj']);
/** Folders whose content nobody here wrote. */
const foreignFolders: ReadonlySet<string> = new Set(['node_modules', '.git']);

/** What the folder of the call adds to a command's own hazards; a rule knows nothing of it. */
export function folderHazards(
  { words: [program] }: ShellPart,
  { paths: { cwd } }: GateCall,
): readonly ShellHazard[] {
  if (cwd?.place.ok !== true) return [];
  const { real, root } = cwd.place.value;
  if (real === root) return [];
  const names = real.slice(root.length).split(/[\\/]/);
  const foreign = names.find((name) => foreignFolders.has(name.toLowerCase()));
  if (foreign !== undefined) return [{ reason: `it runs in a folder of ${foreign}` }];
  const name = program?.text.split(/[\\/]/).at(-1)?.toLowerCase() ?? '';
  if (!repositoryPrograms.has(name)) return [];
  return [{ reason: `${name} reads the settings of another folder than the workspace's` }];
}
