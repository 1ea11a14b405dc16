import * as vscode from 'vscode';
import type { AcpAgent, AcpClient } from '../../core/ports/acp';
import type { Clock } from '../../core/ports/clock';
import type { Disposable } from '../../core/ports/disposable';
import type { TerminalHandle } from '../../core/ports/terminals';
import type { OverflowStore } from '../../core/ports/overflow-store';
import type { ApprovalActions, PendingApprovals } from '../approvals/types';
import { neutralToastText } from '../approvals/present';
import type { HostBackgroundCommands } from '../background/background-commands';
import type { ContextSources } from '../context/types';
import { CardActions } from './actions';
import { Chats } from './chats';
import { createCommandActions } from './command-actions';
import { createContextActions, type ContextKind } from './context-actions';
import { askInput } from './input-box';
import type { ReadOnlyDocuments } from './read-only-documents';
import { PanelView } from './view';

/** The model the person chose; the id is empty when none is. */
export interface PanelModel {
  readonly id: string;
  readonly label: string;
  /** True when a recording answers instead of a model. */
  readonly replay: boolean;
}

export interface PanelWorkspace {
  readonly hasFolder: () => boolean;
  readonly isTrusted: () => boolean;
  /** Absolute folder of new sessions. */
  readonly cwd: () => string;
  readonly onDidChange: (listener: () => void) => Disposable;
}

export interface PanelDeps {
  readonly extensionUri: vscode.Uri;
  /** Asked at each use: the agent needs the panel's client, and the panel the agent. */
  readonly agent: () => AcpAgent;
  readonly approvals: PendingApprovals;
  readonly actions: ApprovalActions;
  /** Shared with other native views; the caller disposes it. */
  readonly documents: ReadOnlyDocuments;
  readonly overflow: Pick<OverflowStore, 'read'>;
  readonly clock: Clock;
  readonly model: () => PanelModel;
  readonly onDidChangeModel: (listener: () => void) => Disposable;
  readonly pickModel: () => void;
  /** Explains the call of this card of the active chat. */
  readonly explain: (itemId: string) => unknown;
  readonly workspace: PanelWorkspace;
  /** What the person can add to a message. */
  readonly context: ContextSources;
  readonly onChatClosed: (sessionId: string) => void;
  readonly background: Pick<HostBackgroundCommands, 'list' | 'onDidChange'>;
  readonly revealTerminal: (terminalId: string) => void;
  /** The command that runs in a terminal; undefined once it has ended. */
  readonly handleOf: (terminalId: string) => TerminalHandle | undefined;
  /** Takes back what the command of a card of the active chat changed. */
  readonly rollBack: (itemId: string) => unknown;
  readonly log: { warn(message: string): void };
}

export interface Panel extends Disposable {
  /** The panel's part of the ACP client. */
  readonly client: Pick<AcpClient, 'sessionUpdate'>;
  readonly chats: Chats;
  /** Puts text at the end of the draft and shows the input. */
  insertText(text: string): Promise<void>;
  /** Adds context to the draft and shows the input. */
  attach(kind: ContextKind): Promise<void>;
  focus(): Promise<void>;
}

/** The chat panel: chats, their transcripts, and the webview view `gatehouse.panel`. */
export function createPanel(deps: PanelDeps): Panel {
  const warn = (message: string) => deps.log.warn(message);
  const chats = new Chats({
    agent: deps.agent,
    approvals: deps.approvals,
    background: deps.background,
    clock: deps.clock,
    modelId: () => deps.model().id,
    cwd: deps.workspace.cwd,
    onClosed: deps.onChatClosed,
    tell,
    warn,
  });
  const actions = createActions(deps, chats);
  const view = new PanelView({
    ...actions,
    extensionUri: deps.extensionUri,
    chats,
    clock: deps.clock,
    approvals: deps.approvals,
    context: deps.context,
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
  const owned: readonly Disposable[] = [
    vscode.window.registerWebviewViewProvider('gatehouse.panel', view),
    deps.onDidChangeModel(() => view.surroundingsChanged()),
    deps.workspace.onDidChange(() => view.surroundingsChanged()),
    view,
    chats,
  ];
  return {
    client: {
      sessionUpdate: (notification) => {
        chats.sessionUpdate(notification);
        return Promise.resolve();
      },
    },
    chats,
    insertText: (text) => view.insertText(text),
    attach: async (kind) => {
      await actions.contextActions.attach(kind);
      await view.focus();
    },
    focus: () => view.focus(),
    dispose: () => {
      for (const each of owned) each.dispose();
    },
  };
}

/** What the page's buttons do. */
function createActions(deps: PanelDeps, chats: Chats) {
  const { documents, overflow, revealTerminal, background, handleOf, context, log } = deps;
  const warn = (message: string) => log.warn(message);
  const commands = { chats, background, handleOf, revealTerminal, askInput, tell };
  return {
    approvalActions: deps.actions,
    cardActions: new CardActions({ chats, documents, overflow, revealTerminal }),
    commandActions: createCommandActions(commands),
    contextActions: createContextActions({ chats, context, tell, warn }),
  };
}

/** What is told may name a file or a command, which must not become a link. */
function tell(text: string): void {
  void vscode.window.showInformationMessage(neutralToastText(`Gatehouse: ${text}`));
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
