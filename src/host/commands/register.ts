import * as vscode from 'vscode';
import type { CommandName } from '../../core/contracts/commands';
import type { Disposable } from '../../core/ports/disposable';

/**
 * What each command does. No handler takes arguments: whoever runs a command by its id can neither
 * approve, nor change policy, nor run a tool with it (decision no-approval-by-command).
 */
export type CommandHandlers = { readonly [K in CommandName]: () => unknown };

/** Registers every command of the contract; what a handler throws is logged and told. */
export function registerCommands(
  handlers: CommandHandlers,
  reportError: (message: string) => void,
): Disposable {
  return vscode.Disposable.from(
    ...Object.entries(handlers).map(([name, handler]) =>
      vscode.commands.registerCommand(`gatehouse.${name}`, async () => {
        try {
          await handler();
        } catch (error) {
          const reason = error instanceof Error ? error.message : String(error);
          reportError(`The command gatehouse.${name} failed: ${reason}`);
          void vscode.window.showErrorMessage(
            `Gatehouse: the command failed. "Gatehouse: Show Log" says more.`,
          );
        }
      }),
    ),
  );
}
