import * as path from 'node:path';
import * as vscode from 'vscode';
import { sharedStorage } from './storage-folder';

/**
 * Where VS Code keeps the person's settings, ours among them, and all that we store: what a tool
 * could loosen its own rules with. Beside them the extension itself, once it is installed.
 */
export function ownFoldersOf(context: vscode.ExtensionContext): readonly string[] {
  const { globalStorageUri, storageUri, extensionMode, extensionPath } = context;
  // <data>/User/globalStorage/<extension>
  const user = path.dirname(path.dirname(globalStorageUri.fsPath));
  return [
    user,
    // Of a remote machine.
    path.join(path.dirname(user), 'Machine'),
    globalStorageUri.fsPath,
    ...(storageUri === undefined ? [] : [storageUri.fsPath, sharedStorage(storageUri.fsPath)]),
    ...(extensionMode === vscode.ExtensionMode.Production ? [extensionPath] : []),
  ];
}
