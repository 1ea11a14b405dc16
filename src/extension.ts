import type * as vscode from 'vscode';
import { composeExtension, type Composition } from './host/compose/extension';

let composition: Composition | undefined;

/** Builds the first stage and starts nothing: no database, no secret, no process. */
export function activate(context: vscode.ExtensionContext): Composition['exports'] {
  composition = composeExtension(context, () => import('./work'));
  return composition.exports;
}

/** Waits for the store's last save; what was acknowledged is safe without it. */
export async function deactivate(): Promise<void> {
  await composition?.close();
  composition = undefined;
}
