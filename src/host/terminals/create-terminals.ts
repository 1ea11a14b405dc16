import * as vscode from 'vscode';
import {
  createCommandJournal,
  type CommandJournalOptions,
} from '../../adapters/process/command-journal';
import { refuseDebuggerSignal } from '../../adapters/process/debugger-signal';
import {
  type Environment,
  settingPlatform,
  userEnvironment,
} from '../../adapters/process/environment';
import { HostTerminals, type TerminalsDeps } from './command-terminals';
import type { OpenWindow } from './session-screens';

export interface TerminalParts extends Omit<TerminalsDeps, 'journal' | 'userEnvironment'> {
  /** Journal of running commands. */
  readonly records: CommandJournalOptions;
}

/** `Terminals` shown as VS Code terminals. */
export function createTerminals(parts: TerminalParts): HostTerminals {
  const { records, clock, env } = parts;
  // Before the first command can run.
  refuseDebuggerSignal(process.platform);
  const reported = new Set<string>();
  const tellOnce = (line: string): void => {
    if (!reported.has(line)) records.log(line);
    reported.add(line);
  };
  const journal = createCommandJournal(records, clock);
  const deps = { ...parts, journal, userEnvironment: () => readUserEnvironment(env, tellOnce) };
  return new HostTerminals(deps, openTerminal);
}

/** The user's settings; a workspace's own value is never read (decision command-environment). */
function readUserEnvironment(host: Environment, log: (line: string) => void): Environment {
  const setting = vscode.workspace
    .getConfiguration('terminal.integrated.env')
    .inspect(settingPlatform(process.platform));
  return userEnvironment(setting?.globalValue, host, log);
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
  // VS Code may not notify the pty of a terminal that is closed before it opens.
  const watching = vscode.window.onDidCloseTerminal((gone) => {
    if (gone === terminal) closed();
  });
  return {
    write: (text) => writes.fire(text),
    show: ({ takeFocus }) => terminal.show(!takeFocus),
    dispose: () => terminal.dispose(),
  };
};
