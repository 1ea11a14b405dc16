import type * as vscode from 'vscode';
import { compose, type Composition } from './host/compose';

let composition: Composition | undefined;

/** Builds everything and starts nothing: no database, no secret, no process. */
export function activate(context: vscode.ExtensionContext): Composition['exports'] {
  composition = compose(context);
  return composition.exports;
}

/** Waits for the store's last save; what was acknowledged is safe without it. */
export async function deactivate(): Promise<void> {
  await composition?.close();
  composition = undefined;
}
