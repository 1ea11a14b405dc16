import { isInside, type PathStyle } from '../base/paths';
import { defineGate, type GateCall } from '../contracts/policy/define-gate';
import type { CallPath } from '../contracts/calls/call-paths';
import type { Verdict } from '../contracts/calls/decision';
import type { Failure } from '../contracts/failure';
import type { Capabilities } from '../ports/capabilities';

/**
 * Every path a call names must lie inside the allowed folders by its canonical real path, and off
 * the deny list (000-files-1). No folder that is open or allowed is removed, nor
 * one above it (003-tools-6), and neither our files nor the user's settings are changed.
 * Refusal is a policy decision, never an I/O error.
 */
export default defineGate<Capabilities>()({
  name: 'path-sandbox',
  slot: 'path-sandbox',
  needs: ['workspace'],
  check: ({ paths }, { workspace }): Verdict => {
    const { reads, writes, removes, cwd } = paths;
    const all = [...reads, ...writes, ...removes, ...(cwd === undefined ? [] : [cwd])];
    const refused = firstRefusal(all);
    if (refused !== undefined) {
      const { errorCode, message: reason, suggestion } = refused;
      return { verdict: 'deny', errorCode, reason, suggestion };
    }
    const style = { separator: workspace.separator(), caseSensitive: workspace.caseSensitive() };
    const reason = ownRefusal(paths, workspace.ownFolders(), style) ?? rootRefusal(paths, style);
    if (reason !== undefined) return { verdict: 'deny', errorCode: 'policy_denied', reason };
    return { verdict: 'allow', reason: all.length > 0 ? 'inside the workspace' : 'names no path' };
  },
});

function firstRefusal(paths: readonly CallPath[]): Failure | undefined {
  for (const { resolved: place } of paths) if (!place.ok) return place.failure;
  return undefined;
}

function ownRefusal(
  { writes, removes }: GateCall['paths'],
  ownFolders: readonly string[],
  style: PathStyle,
): string | undefined {
  const inOwn = (path: CallPath): boolean =>
    path.resolved.ok && isInAny(ownFolders, path.resolved.value.real, style);
  const above = (path: CallPath): boolean => holdsAny(path, ownFolders, style);
  const found = [...writes, ...removes].find(inOwn) ?? removes.find(above);
  if (found === undefined) return undefined;
  return `Gatehouse's own files and your settings of VS Code are not changed by tools: ${found.given}`;
}

function rootRefusal({ removes, roots }: GateCall['paths'], style: PathStyle): string | undefined {
  const found = removes.find(
    (path) =>
      holdsAny(path, roots, style) ||
      (path.resolved.ok && path.resolved.value.real === path.resolved.value.root),
  );
  if (found === undefined) return undefined;
  return `An open folder and its parent folders cannot be moved or removed: ${found.given}`;
}

/** True for one of the folders, and for what lies above it. */
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
