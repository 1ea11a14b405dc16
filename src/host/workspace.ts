import { realpathSync } from 'node:fs';
import { hostname } from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Disposable } from '../core/ports/disposable';
import type { Workspace } from '../core/ports/workspace';
import { workspaceKey } from './workspace-key';

/** The open folders and their trust, as VS Code tells them. */
export interface HostWorkspace extends Workspace {
  /** Fires when folders or trust change. */
  onDidChange(listener: () => void): Disposable;
  /** Stable name of the workspace, for identity and grants: its canonical URI and its machine. */
  key(): string;
  dispose(): void;
}

/** Reads the workspace; roots are canonicalised once per change, not once per call. */
export function createHostWorkspace(ownFolders: readonly string[]): HostWorkspace {
  const own = ownFolders.map(canonical);
  let roots = readRoots();
  let key = readKey(roots);
  const listeners = new Set<() => void>();
  const changed = (): void => {
    roots = readRoots();
    key = readKey(roots);
    for (const listener of listeners) listener();
  };
  const watching = vscode.Disposable.from(
    vscode.workspace.onDidChangeWorkspaceFolders(changed),
    vscode.workspace.onDidGrantWorkspaceTrust(changed),
  );
  return {
    roots: () => roots,
    ownFolders: () => own,
    isTrusted: () => vscode.workspace.isTrusted,
    caseSensitive: () => process.platform === 'linux',
    separator: () => path.sep,
    key: () => key,
    onDidChange: (listener) => {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
    dispose: () => {
      watching.dispose();
      listeners.clear();
    },
  };
}

function readRoots(): readonly string[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => canonical(uri.fsPath));
}

function readKey(roots: readonly string[]): string {
  return workspaceKey({
    uri: uriOf(vscode.workspace.workspaceFile, roots),
    remoteName: vscode.env.remoteName,
    // Distributions of one WSL share its host name.
    machine: `${hostname()} ${process.env['WSL_DISTRO_NAME'] ?? ''}`.trim(),
  });
}

/** Links and spellings of one file or folder are one workspace. */
function uriOf(file: vscode.Uri | undefined, [root]: readonly string[]): string | undefined {
  if (file?.scheme === 'file') return vscode.Uri.file(canonical(file.fsPath)).toString();
  return file?.toString() ?? (root === undefined ? undefined : vscode.Uri.file(root).toString());
}

/** A folder that has vanished keeps its name; every access to it is refused by itself. */
function canonical(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}
