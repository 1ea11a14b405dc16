import { realpathSync } from 'node:fs';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Disposable } from '../core/ports/disposable';
import type { Workspace } from '../core/ports/workspace';

/** The open folders and their trust, as VS Code tells them. */
export interface HostWorkspace extends Workspace {
  /** Fires when folders or trust change. */
  onDidChange(listener: () => void): Disposable;
  /** Stable name of the workspace, for identity and grants: its canonical first folder or file. */
  key(): string;
  dispose(): void;
}

/** Reads the workspace; roots are canonicalised once per change, not once per call. */
export function createHostWorkspace(): HostWorkspace {
  let roots = readRoots();
  const listeners = new Set<() => void>();
  const changed = (): void => {
    roots = readRoots();
    for (const listener of listeners) listener();
  };
  const watching = vscode.Disposable.from(
    vscode.workspace.onDidChangeWorkspaceFolders(changed),
    vscode.workspace.onDidGrantWorkspaceTrust(changed),
  );
  return {
    roots: () => roots,
    isTrusted: () => vscode.workspace.isTrusted,
    caseSensitive: () => process.platform === 'linux',
    separator: () => path.sep,
    key: () => vscode.workspace.workspaceFile?.toString() ?? roots[0] ?? 'no-folder',
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

/** A folder that has vanished keeps its name; every access to it is refused by itself. */
function canonical(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}
