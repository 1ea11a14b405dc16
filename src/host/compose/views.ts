import * as vscode from 'vscode';
import type { Views } from '../commands/handlers';
import { createLazyViews } from '../window/lazy-views';
import type { Log } from '../window/log';

/** The views, loaded when the first of them is opened. */
export function composeViews(log: Log): Views {
  return createLazyViews({
    load: () => import('../views/views-entry'),
    onLoadFailed: notLoaded(log),
  });
}

export function notLoaded(log: Log): (error: unknown) => void {
  return (error) => {
    log.report(error);
    void tellNotLoaded();
  };
}

/** An update while a window is open takes the files away that it has not loaded yet. */
async function tellNotLoaded(): Promise<void> {
  const reload = 'Reload Window';
  const chosen = await vscode.window.showErrorMessage(
    'Gatehouse: a part of the extension did not load. Reload the window; if that does not help, reinstall Gatehouse.',
    reload,
  );
  if (chosen === reload) await vscode.commands.executeCommand('workbench.action.reloadWindow');
}
