import * as vscode from 'vscode';
import { t } from './language';

const scheme = 'gatehouse';
/** Texts kept for open editors; an older one says that it is gone. */
const maxDocuments = 40;

export class ReadOnlyDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly texts = new Map<string, string>();
  private readonly registration: vscode.Disposable;
  private count = 0;

  constructor() {
    this.registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  }

  /** `name` gives the editor its title and its language. */
  add(name: string, text: string): vscode.Uri {
    this.count += 1;
    const file =
      name
        .replace(/[\\/:?#\u0000-\u001f]+/g, ' ')
        .trim()
        .slice(-80) || 'text';
    const uri = vscode.Uri.from({ scheme, path: `/${this.count}/${file}` });
    this.texts.set(uri.path, text);
    for (const path of [...this.texts.keys()].slice(0, -maxDocuments)) this.texts.delete(path);
    return uri;
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return (
      this.texts.get(uri.path) ??
      t('Gatehouse no longer keeps this text. Open it from its card again.')
    );
  }

  dispose(): void {
    this.registration.dispose();
    this.texts.clear();
  }
}
