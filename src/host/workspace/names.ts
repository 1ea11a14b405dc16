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
