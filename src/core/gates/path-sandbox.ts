import { isInside, pathBaseName, relativeInside, type PathStyle } from '../base/paths';
import { say, sayOf, type Sentence } from '../base/sentence';
import { defineGate, type GateCall } from '../contracts/policy/define-gate';
import type { CallPath } from '../contracts/calls/call-paths';
import type { Verdict } from '../contracts/calls/decision';
import { saidOf, type Failure } from '../contracts/failure';
import type { Capabilities } from '../ports/capabilities';
import { globReaches } from '../base/path-pattern';
import { nameSet } from '../base/text-lines';
import type { ShellPart, ShellPath } from '../contracts/calls/shell-analysis';
import type { Workspace } from '../ports/workspace';

/**
 * The real path of everything a call names must be inside the allowed folders and not on the deny
 * list (000-files-1). Open and allowed folders and their parents cannot be removed (003-tools-6),
 * and neither Gatehouse's files nor the user's settings can be changed. A refusal is a policy
 * decision, never an I/O error.
 */
export default defineGate<Capabilities>()({
  name: 'path-sandbox',
  slot: 'path-sandbox',
  needs: ['workspace'],
  check: (call, { workspace }): Verdict => {
    const { paths } = call;
    const { reads, writes, removes, mentioned = [], below, cwd } = paths;
    const own = [...reads, ...writes, ...removes, ...mentioned];
    const all = [...own, ...(cwd === undefined ? [] : [cwd])];
    const refused = firstRefusal(all);
    if (refused !== undefined) {
      const { errorCode, suggestion } = refused;
      return { verdict: 'deny', errorCode, reason: saidOf(refused), suggestion };
    }
    const style = { separator: workspace.separator(), caseSensitive: workspace.caseSensitive() };
    const reason =
      ownRefusal(paths, workspace.ownFolders(), style) ??
      rootRefusal(paths, style) ??
      ownRefusalOfCommand(call, workspace);
    if (reason !== undefined) return { verdict: 'deny', errorCode: 'policy_denied', reason };
    const asking = [...reads, ...removes, ...below, ...mentioned].flatMap(asksFor);
    if (asking[0] !== undefined) return { verdict: 'ask', reason: asking[0] };
    if (all.length === 0) return { verdict: 'abstain', reason: say`names no path` };
    return { verdict: 'allow', reason: say`inside the workspace` };
  },
});

/** A file that may hold a secret is read only with an approval (decision 61). */
function asksFor({ given, resolved: place }: CallPath): readonly Sentence[] {
  return place.ok && place.value.asks !== undefined ? [sayOf(given, place.value.asks)] : [];
}

function firstRefusal(paths: readonly CallPath[]): Failure | undefined {
  for (const { resolved: place } of paths) if (!place.ok) return place.failure;
  return undefined;
}

function ownRefusal(
  { writes, removes, mentioned = [] }: GateCall['paths'],
  ownFolders: readonly string[],
  style: PathStyle,
): Sentence | undefined {
  const inOwn = (path: CallPath): boolean =>
    path.resolved.ok && isInAny(ownFolders, path.resolved.value.real, style);
  const above = (path: CallPath): boolean => holdsAny(path, ownFolders, style);
  const found = [...writes, ...removes, ...mentioned].find(inOwn) ?? removes.find(above);
  if (found === undefined) return undefined;
  return say`Tools cannot change Gatehouse's own files or your VS Code settings: ${found.given}`;
}

function rootRefusal(
  { removes, roots }: GateCall['paths'],
  style: PathStyle,
): Sentence | undefined {
  const found = removes.find(
    (path) =>
      holdsAny(path, roots, style) ||
      (path.resolved.ok && path.resolved.value.real === path.resolved.value.root),
  );
  if (found === undefined) return undefined;
  return say`Open folders and their parent folders cannot be moved or removed: ${found.given}`;
}

/** Whether the path is one of the folders or a parent of one. */
function holdsAny(
  { resolved: place }: CallPath,
  folders: readonly string[],
  style: PathStyle,
): boolean {
  return place.ok && folders.some((folder) => isInside(place.value.real, folder, style));
}

function isInAny(folders: readonly string[], path: string, style: PathStyle): boolean {
  return folders.some((folder) => isInside(folder, path, style));
}

type Own = Pick<Workspace, 'ownFolders' | 'storageFolders' | 'separator'>;

/** Programs that remove or change what is below the folders they name. */
const takeTrees = nameSet('rm rmdir mv chmod chown chgrp find shred trash srm unlink gio');

/**
 * Why a command is refused: it reads or writes Gatehouse's storage, also through a link, a glob or a
 * folder above it, or a text in it names it; or it writes what only the user may change (decision
 * own-policy). Undefined if it does not.
 */
function ownRefusalOfCommand(
  { reading, paths: { named } }: GateCall,
  own: Own,
): Sentence | undefined {
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
  return folder === undefined ? undefined : refusal(folder);
}

function refusal(shown: string): Sentence {
  return say`Tools cannot access Gatehouse's own storage, or change VS Code's settings: ${shown}`;
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
