import * as vscode from 'vscode';
import { commands, type CommandName } from '../../core/contracts/commands';
import type { Disposable } from '../../core/ports/system';
import { notifyError } from '../window/notify';
import { t } from '../window/language';

/**
 * The command handlers. None takes arguments: a caller that runs a command by its id can neither
 * approve, nor change policy, nor run a tool with it (decision no-approval-by-command).
 */
export type CommandHandlers = { readonly [K in CommandName]: () => unknown };

const ownCommands = ['openLog', 'openSettings', 'showPending', 'tryDemo'] as const;
type OwnCommand = (typeof ownCommands)[number];

/** Commands of the first stage; all others are commands of `work`. */
export type OwnCommands = Pick<CommandHandlers, OwnCommand>;
export type WorkCommands = Omit<CommandHandlers, OwnCommand>;

/** Registers every command of the contract; errors of a handler are logged and shown. */
export function registerCommands(
  own: OwnCommands,
  work: () => Promise<WorkCommands | undefined>,
  log: { error(message: string): void },
): Disposable {
  const run = async (name: CommandName): Promise<void> => {
    try {
      if (isOwn(name)) await own[name]();
      else await (await work())?.[name]();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.error(`The command gatehouse.${name} failed: ${reason}`);
      notifyError(t('the command failed. For details, run "Gatehouse: Show Output Log".'));
    }
  };
  return vscode.Disposable.from(
    ...names().map((name) => vscode.commands.registerCommand(`gatehouse.${name}`, () => run(name))),
  );
}

function isOwn(name: CommandName): name is OwnCommand {
  return ownCommands.some((own) => own === name);
}

function names(): readonly CommandName[] {
  return Object.keys(commands).filter((name): name is CommandName => name in commands);
}
