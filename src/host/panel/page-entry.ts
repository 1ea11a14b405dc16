/** The page of the panel, and what its buttons do: a bundle of its own, loaded when it is shown. */
import * as vscode from 'vscode';
import { CardActions } from './actions';
import type { Chats } from './chats';
import { createCommandActions } from './command-actions';
import { createContextActions } from './context-actions';
import { askInput } from './input-box';
import type { PanelDeps } from './panel-deps';
import type { RequestDeps } from './requests';
import { tell } from './tell';
import { PanelView } from './view';

export interface PageDeps extends PanelDeps {
  readonly chats: Chats;
  readonly readRequest: RequestDeps['read'];
}

export function createPanelView(deps: PageDeps): PanelView {
  const { chats, documents, overflow, revealTerminal, background, handleOf, context } = deps;
  const warn = (message: string) => deps.log.warn(message);
  const commands = { chats, background, handleOf, revealTerminal, askInput, tell };
  return new PanelView({
    extensionUri: deps.extensionUri,
    chats,
    clock: deps.clock,
    context,
    read: deps.readRequest,
    approvals: deps.approvals,
    approvalActions: deps.actions,
    cardActions: new CardActions({ chats, documents, overflow, revealTerminal }),
    commandActions: createCommandActions(commands),
    contextActions: createContextActions({ chats, context, tell, warn }),
    surroundings: () => surroundingsOf(deps),
    explain: deps.explain,
    rollBack: deps.rollBack,
    pickModel: deps.pickModel,
    openView: (command) => void vscode.commands.executeCommand(command),
    openFolder: () => void vscode.commands.executeCommand('vscode.openFolder'),
    manageTrust: () => void vscode.commands.executeCommand('workbench.trust.manage'),
    tell,
    warn,
  });
}

function surroundingsOf({ model, workspace }: PanelDeps) {
  const { label, replay } = model();
  return {
    model: label,
    replay,
    hasFolder: workspace.hasFolder(),
    trusted: workspace.isTrusted(),
  };
}
