import { pathBaseName } from '../../base/last-name';
import type { GateCall } from '../../contracts/define-gate';
import type { ShellHazard, ShellPart } from '../../contracts/shell-reading';

/** They run what the settings of the repository say that they find around them. */
const repositoryPrograms: ReadonlySet<string> = new Set(['git', 'hg', 'svn', 'jj']);
/** Folders whose content nobody here wrote. */
const foreignFolders: ReadonlySet<string> = new Set(['node_modules', '.git']);

/** The hazards of a part that stand, with what the folder of the call adds to them. */
export function remainingHazards(part: ShellPart, call: GateCall): readonly ShellHazard[] {
  const own = part.hazards.filter(
    ({ unlessFolder }) => unlessFolder === undefined || !isWorkspaceFolder(unlessFolder, call),
  );
  const added = hazardOfCall(part, call);
  return added === undefined ? own : [...own, added];
}

/** True for another name of the folder of the call, or of an open folder. */
function isWorkspaceFolder(folder: string, { paths: { cwd, named, roots } }: GateCall): boolean {
  const place = named.find(({ given }) => given === folder)?.resolved;
  if (place?.ok !== true) return false;
  const { real } = place.value;
  return roots.includes(real) || (cwd?.resolved.ok === true && cwd.resolved.value.real === real);
}

function hazardOfCall(
  { words: [program] }: ShellPart,
  { paths: { cwd } }: GateCall,
): ShellHazard | undefined {
  if (cwd?.resolved.ok !== true) return undefined;
  const { real, root } = cwd.resolved.value;
  if (real === root) return undefined;
  const names = real.slice(root.length).split(/[\\/]/);
  const foreign = names.find((name) => foreignFolders.has(name.toLowerCase()));
  if (foreign !== undefined) return { reason: `it runs in a folder of ${foreign}` };
  const name = pathBaseName(program?.text ?? '').toLowerCase();
  if (!repositoryPrograms.has(name)) return undefined;
  return { reason: `${name} reads the settings of another folder than the workspace's` };
}
