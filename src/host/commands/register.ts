import * as vscode from 'vscode';
import type { CommandName } from '../../core/contracts/commands';
import type { Disposable } from '../../core/ports/disposable';

/**
 * The command handlers. None takes arguments: a caller that runs a command by its id can neither
 * approve, nor change policy, nor run a tool with it (decision no-approval-by-command).
 */
export type CommandHandlers = { readonly [K in CommandName]: () => unknown };

/** Registers every command of the contract; errors of a handler are logged and shown. */
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
            `Gatehouse: the command failed. For details, run "Gatehouse: Show Log".`,
          );
        }
      }),
    ),
  );
}
