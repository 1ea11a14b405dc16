import { realpathSync } from 'node:fs';
import { hostname } from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { Emitter } from '../../adapters/system/emitter';
import type { Disposable } from '../../core/ports/system';
import type { Workspace } from '../../core/ports/workspace';
import { workspaceKey } from './names';
import { sharedStorage } from './storage-folder';

/**
 * The open folders and their trust, as VS Code reports them. Roots are canonicalized once per
 * change, not once per call.
 */
export class HostWorkspace implements Workspace, Disposable {
  private readonly storage: readonly string[];
  private readonly own: readonly string[];
  private folders = readRoots();
  private name = readKey(this.folders);
  private readonly changed = new Emitter();
  private readonly watching: Disposable;

  constructor({ storage, others }: OwnFolders) {
    this.storage = storage.map(canonical);
    this.own = [...others.map(canonical), ...this.storage];
    const changed = (): void => {
      this.folders = readRoots();
      this.name = readKey(this.folders);
      this.changed.fire();
    };
    this.watching = vscode.Disposable.from(
      vscode.workspace.onDidChangeWorkspaceFolders(changed),
      vscode.workspace.onDidGrantWorkspaceTrust(changed),
    );
  }

  roots(): readonly string[] {
    return this.folders;
  }

  ownFolders(): readonly string[] {
    return this.own;
  }

  storageFolders(): readonly string[] {
    return this.storage;
  }

  isTrusted(): boolean {
    return vscode.workspace.isTrusted;
  }

  caseSensitive(): boolean {
    return process.platform === 'linux';
  }

  separator(): typeof path.sep {
    return path.sep;
  }

  /** Stable name of the workspace, for identity and grants: its canonical URI and its machine. */
  key(): string {
    return this.name;
  }

  /** Fires when folders or trust change. */
  onDidChange(listener: () => void): Disposable {
    return this.changed.event(listener);
  }

  dispose(): void {
    this.watching.dispose();
    this.changed.dispose();
  }
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

/** A missing folder keeps its name, in the folder that its parent really is. */
export function canonical(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    const parent = path.dirname(folder);
    return parent === folder ? folder : path.join(canonical(parent), path.basename(folder));
  }
}

interface OwnFolders {
  readonly storage: readonly string[];
  readonly others: readonly string[];
}

/**
 * Folders of all that we store, and of VS Code's user settings, ours included: a tool could loosen
 * its own rules with them. The installed extension's folder is added.
 */
export function ownFoldersOf(context: vscode.ExtensionContext): OwnFolders {
  const { globalStorageUri, storageUri, extensionMode, extensionPath } = context;
  // <data>/User/globalStorage/<extension>
  const user = path.dirname(path.dirname(globalStorageUri.fsPath));
  return {
    // Also what windows of other workspaces store.
    storage: [
      path.join(user, 'workspaceStorage'),
      globalStorageUri.fsPath,
      ...(storageUri === undefined ? [] : [storageUri.fsPath, sharedStorage(storageUri.fsPath)]),
    ],
    others: [
      user,
      // Of a remote machine.
      path.join(path.dirname(user), 'Machine'),
      ...(extensionMode === vscode.ExtensionMode.Production ? [extensionPath] : []),
    ],
  };
}

/**
 * Globs of `files.exclude` and `search.exclude` that are enabled for a folder: tools do not find
 * files that the explorer and search hide from the user. Conditions (`when`) depend on siblings and
 * are left out, as in VS Code's own search.
 */
export function excludedFiles(folder: string): readonly string[] {
  const uri = vscode.Uri.file(folder);
  return ['files', 'search'].flatMap((section) => {
    const globs = vscode.workspace.getConfiguration(section, uri).get<unknown>('exclude');
    if (typeof globs !== 'object' || globs === null) return [];
    return Object.entries(globs).flatMap(([glob, isOn]) => (isOn === true ? [glob] : []));
  });
}
