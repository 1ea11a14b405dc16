import * as vscode from 'vscode';
import { neutralToastText } from './neutral-text';

/** A message may name a file or a command, which must not become a link. */
export function notify(text: string): void {
  void vscode.window.showInformationMessage(neutralToastText(`Gatehouse: ${text}`));
}
