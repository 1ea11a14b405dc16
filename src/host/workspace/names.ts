import { escapeControlInline } from '../../core/base/escape-control';
import * as path from 'node:path';

/** The parts of a workspace's location that its name depends on. */
export interface WorkspaceIdentity {
  /**
   * Canonical URI of the workspace file, else of the first folder; undefined when neither is open.
   */
  readonly uri: string | undefined;
  /** Kind of the remote, `ssh-remote`; undefined on the user's own machine. */
  readonly remoteName: string | undefined;
  /** Name of the machine that holds the folders. */
  readonly machine: string;
}

/**
 * Stable name of a workspace, for identity and grants. VS Code keeps the global state of all
 * remotes in one place, and a path such as `/workspace` is a different folder on each: a grant on
 * one machine must not apply on another.
 */
export function workspaceKey({ uri, remoteName, machine }: WorkspaceIdentity): string {
  const name = uri ?? 'no-folder';
  if (remoteName === undefined) return name;
  return `${remoteName}+${encodeURIComponent(machine)}|${name}`;
}

/** Label that distinguishes a workspace folder from the others: its name, or its whole path. */
export function rootName(root: string, roots: readonly string[]): string {
  const name = path.basename(root);
  return roots.filter((each) => path.basename(each) === name).length > 1 ? root : name;
}

/**
 * A file as the user knows it: relative to the innermost open folder that contains it, which is
 * named if there are several.
 */
export function nameInWorkspace(file: string, roots: readonly string[]): string {
  const [root] = roots
    .filter((each) => isBelow(path.relative(each, file)))
    .toSorted((a, b) => b.length - a.length);
  if (root === undefined) return file;
  const inside = path.relative(root, file);
  return roots.length > 1 ? path.join(rootName(root, roots), inside) : inside;
}

function isBelow(inside: string): boolean {
  const leadsOut = inside === '..' || inside.startsWith(`..${path.sep}`) || path.isAbsolute(inside);
  return inside !== '' && !leadsOut;
}

/** The display path of a file: with the folder's name where several are open. */
export function workspacePathText(file: string, folders: readonly string[]): string {
  return escapeControlInline(nameInWorkspace(file, folders));
}
