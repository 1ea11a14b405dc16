import { globReaches } from '../../base/path-pattern';
import { isInside, pathBaseName, relativeInside } from '../../base/paths';
import { nameSet } from '../../base/text-lines';
import type { GateCall } from '../../contracts/policy/define-gate';
import type { ShellPart, ShellPath } from '../../contracts/calls/shell-analysis';
import type { Workspace } from '../../ports/workspace';

type Own = Pick<Workspace, 'ownFolders' | 'storageFolders' | 'separator'>;

/** Programs that remove or change what is below the folders they name. */
const takeTrees = nameSet('rm rmdir mv chmod chown chgrp find shred trash srm unlink gio');

/**
 * Why a command is refused: it reads or writes Gatehouse's storage, also through a link, a glob or a
 * folder above it, or a text in it names it; or it writes what only the user may change (decision
 * own-policy). Undefined if it does not.
 */
export function ownRefusalOfCommand(
  { reading, paths: { named } }: GateCall,
  own: Own,
): string | undefined {
  if (reading === undefined) return undefined;
  const places = new Map(
    named.flatMap(({ given, resolved: place }) => (place.ok ? [[given, place.value.real]] : [])),
  );
  for (const part of reading.parts) {
    const found = part.paths.find((path) => {
      const real = places.get(path.given);
      return real !== undefined && isOwn(path, real, { part, own });
    });
    if (found !== undefined) return refusal(found.given + (found.glob ?? ''));
  }
  const words = reading.parts.flatMap((part) => part.words.map(({ text }) => text));
  const texts = [reading.text, ...words].map(comparable);
  const folder = own.storageFolders().find((at) => texts.some((text) => text.includes(endOf(at))));
  return folder && refusal(folder);
}

function refusal(shown: string): string {
  return `Tools cannot access Gatehouse's own storage, or change VS Code's settings: ${shown}`;
}

interface Ground {
  readonly part: ShellPart;
  readonly own: Own;
}

function isOwn({ access, glob, tree }: ShellPath, real: string, { part, own }: Ground): boolean {
  // Its disks may ignore case on every system.
  const style = { separator: own.separator(), caseSensitive: false };
  const holders = access === 'write' ? own.ownFolders() : own.storageFolders();
  if (holders.some((folder) => isInside(folder, real, style))) return true;
  const program = pathBaseName(part.words[0]?.text ?? '').toLowerCase();
  const takes = takeTrees.has(program) && (access === 'write' || part.writes);
  const isWhole = tree !== undefined || takes;
  return own.storageFolders().some((folder) => {
    const below = relativeInside(real, folder, style);
    if (below === undefined) return false;
    if (glob !== undefined) return globReaches(glob, below.replaceAll('\\', '/'), isWhole);
    return isWhole && !(tree === 'shown' && /(?:^|[\\/])\./.test(below));
  });
}

/** The last two names of a folder: a script may build the rest of its path. */
function endOf(folder: string): string {
  return comparable(folder).split('/').slice(-2).join('/');
}

function comparable(text: string): string {
  return text.replaceAll(/[\\/]+/g, '/').toLowerCase();
}
