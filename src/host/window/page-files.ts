import * as vscode from 'vscode';
import { pageLanguage, type PageFiles } from './page-html';

/** The folder of our bundles: the only one that a page may load from. */
export function bundlesIn(extensionUri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, 'dist');
}

export function pageFiles(
  webview: vscode.Webview,
  extensionUri: vscode.Uri,
  name: string,
): PageFiles {
  const addressOf = (file: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(bundlesIn(extensionUri), file)).toString();
  const language = pageLanguage(vscode.env.language);
  return {
    ...(language !== undefined && {
      language: Intl.getCanonicalLocales(language)[0],
      texts: addressOf(`panel-${language}.js`),
    }),
    script: addressOf(`${name}.js`),
    style: addressOf(`${name}.css`),
    icons: addressOf('codicon.css'),
    source: webview.cspSource,
  };
}
