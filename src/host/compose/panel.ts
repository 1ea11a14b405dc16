import * as os from 'node:os';
import * as vscode from 'vscode';
import { systemClock } from '../../adapters/system/clock';
import type { FileChanges } from '../../core/ports/file-changes';
import type { ContextSources } from '../context/context-parts';
import { describeModel } from '../models/chosen-model';
import { createPanel, type Panel } from '../panel/panel';
import type { PanelWorkspace } from '../panel/page/panel-deps';
import type { HostTerminals } from '../terminals/command-terminals';
import type { HostWorkspace } from '../workspace/workspace';
import { composeAgent, type AgentSources } from './agent';
import { notLoaded } from './views';

export interface PanelSources extends AgentSources {
  readonly extensionUri: vscode.Uri;
  readonly terminals: HostTerminals;
  readonly changes: FileChanges;
  readonly workspaceState: vscode.Memento;
  /** Context that the user can add to a message. */
  readonly contextSources: ContextSources;
  /** Opens "why" of a card. */
  readonly explain: (itemId: string) => unknown;
  /** Rolls back the command of a card. */
  readonly rollBack: (itemId: string) => unknown;
}

export interface HostPanel extends Panel {
  /** Settles when the agent has ended the sessions of all chats that were closed; never rejects. */
  sessionsEnded(): Promise<void>;
}

const chatsKey = 'gatehouse.chats';

/** The panel, and behind its ACP link the built-in agent, made with the first chat. */
export function composePanel(sources: PanelSources): HostPanel {
  const { settings, workspace, approvals, terminals, explain, rollBack, log } = sources;
  const { background, handles } = sources.running;
  const agent = composeAgent(sources, () => ({ ...panel.client, ...approvals.client }));
  let ended: Promise<unknown> = Promise.resolve();
  const panel: Panel = createPanel({
    extensionUri: sources.extensionUri,
    agent,
    approvals: approvals.pending,
    actions: approvals.actions,
    documents: sources.documents,
    overflow: sources.store.overflow,
    clock: systemClock,
    model: () => describeModel(settings.get('model')),
    onDidChangeModel: (listener) => settings.onDidChange(listener),
    pickModel: () => void vscode.commands.executeCommand('gatehouse.pickModel'),
    workspace: panelWorkspace(workspace),
    context: sources.contextSources,
    changes: sources.changes,
    onChatClosed: (sessionId) => {
      forget(sessionId, sources);
      const report = (error: unknown): void => {
        log.report(error);
      };
      const ending = agent.closeSession({ sessionId }).catch(report);
      ended = Promise.all([ended, ending]);
    },
    storageFolder: sources.storageFolder,
    memory: {
      get: () => sources.workspaceState.get(chatsKey),
      set: (value) => sources.workspaceState.update(chatsKey, value),
    },
    conversations: sources.store.conversations,
    places: sources.places,
    explain,
    rollBack,
    background,
    handleOf: (terminalId) => handles.find(terminalId),
    revealTerminal: (terminalId) => {
      terminals.reveal(terminalId);
    },
    onLoadFailed: notLoaded(log),
    log,
  });
  return {
    ...panel,
    sessionsEnded: async () => {
      await ended;
    },
  };
}

/** Nothing that runs for a chat outlives it, nor what it was allowed. */
function forget(sessionId: string, sources: PanelSources): void {
  const { terminals, running, grants, trust, pipeline } = sources;
  terminals.endSession(sessionId);
  running.background.endSession(sessionId);
  grants.endSession(sessionId);
  trust.endSession(sessionId);
  pipeline.reset(sessionId);
}

function panelWorkspace(workspace: HostWorkspace): PanelWorkspace {
  return {
    hasFolder: () => workspace.roots().length > 0,
    isTrusted: () => workspace.isTrusted(),
    cwd: () => workspace.roots()[0] ?? os.homedir(),
    folders: () => workspace.roots(),
    onDidChange: (listener) => workspace.onDidChange(listener),
  };
}
