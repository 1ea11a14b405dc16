import * as vscode from 'vscode';
import {
  createCommandTerminals,
  type HostTerminals,
  type TerminalsDeps,
} from './command-terminals';
import type { OpenWindow } from './session-screens';

/** `Terminals` shown as VS Code terminals. */
export function createTerminals(deps: TerminalsDeps): HostTerminals {
  return createCommandTerminals(deps, openTerminal);
}

const openTerminal: OpenWindow = (name, events) => {
  const writes = new vscode.EventEmitter<string>();
  const closed = (): void => {
    watching.dispose();
    events.closed();
    writes.dispose();
  };
  const pty: vscode.Pseudoterminal = {
    onDidWrite: writes.event,
    open: () => events.opened(),
    close: closed,
    handleInput: (data) => events.typed(data),
  };
  const iconPath = new vscode.ThemeIcon('shield');
  const terminal = vscode.window.createTerminal({ name, pty, iconPath });
  // VS Code may not tell the pty of a terminal that is closed before it was opened.
  const watching = vscode.window.onDidCloseTerminal((gone) => {
    if (gone === terminal) closed();
  });
  return {
    write: (text) => writes.fire(text),
    show: ({ takeFocus }) => terminal.show(!takeFocus),
    dispose: () => terminal.dispose(),
  };
};
