import * as vscode from 'vscode';

/** A signal in VS Code's form. */
export function tokenOf(signal: AbortSignal): vscode.CancellationToken {
  const source = new vscode.CancellationTokenSource();
  if (signal.aborted) source.cancel();
  signal.addEventListener(
    'abort',
    () => {
      source.cancel();
    },
    { once: true },
  );
  return source.token;
}
