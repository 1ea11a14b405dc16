import { isInside, type PathStyle } from '../base/paths';
import { defineGate, type GateCall } from '../contracts/policy/define-gate';
import type { CallPath } from '../contracts/calls/call-paths';
import type { Verdict } from '../contracts/calls/decision';
import type { Failure } from '../contracts/failure';
import type { Capabilities } from '../ports/capabilities';
import { ownRefusalOfCommand } from './rules/own-storage';

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
    const { reads, writes, removes, below, cwd } = paths;
    const all = [...reads, ...writes, ...removes, ...(cwd === undefined ? [] : [cwd])];
    const refused = firstRefusal(all);
    if (refused !== undefined) {
      const { errorCode, message: reason, suggestion } = refused;
      return { verdict: 'deny', errorCode, reason, suggestion };
    }
    const style = { separator: workspace.separator(), caseSensitive: workspace.caseSensitive() };
    const reason =
      ownRefusal(paths, workspace.ownFolders(), style) ??
      rootRefusal(paths, style) ??
      ownRefusalOfCommand(call, workspace);
    if (reason !== undefined) return { verdict: 'deny', errorCode: 'policy_denied', reason };
    const asking = [...reads, ...removes, ...below].flatMap(asksFor);
    if (asking[0] !== undefined) return { verdict: 'ask', reason: asking[0] };
    if (all.length === 0) return { verdict: 'abstain', reason: 'names no path' };
    return { verdict: 'allow', reason: 'inside the workspace' };
  },
});

/** A file that may hold a secret is read only with an approval (decision 61). */
function asksFor({ given, resolved: place }: CallPath): readonly string[] {
  return place.ok && place.value.asks !== undefined ? [`${given} ${place.value.asks}`] : [];
}

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
  return `Tools cannot change Gatehouse's own files or your VS Code settings: ${found.given}`;
}

function rootRefusal({ removes, roots }: GateCall['paths'], style: PathStyle): string | undefined {
  const found = removes.find(
    (path) =>
      holdsAny(path, roots, style) ||
      (path.resolved.ok && path.resolved.value.real === path.resolved.value.root),
  );
  if (found === undefined) return undefined;
  return `Open folders and their parent folders cannot be moved or removed: ${found.given}`;
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
