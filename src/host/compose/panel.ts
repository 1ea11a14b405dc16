import * as os from 'node:os';
import * as vscode from 'vscode';
import { systemClock } from '../../adapters/system/clock';
import type { ContextSources } from '../context/types';
import { describeModel } from '../models/describe-model';
import { createPanel, type Panel } from '../panel/panel';
import type { PanelWorkspace } from '../panel/panel-deps';
import type { HostTerminals } from '../terminals/command-terminals';
import type { HostWorkspace } from '../workspace';
import { composeAgent, type AgentSources } from './agent';
import { notLoaded } from './views';

export interface PanelSources extends AgentSources {
  readonly extensionUri: vscode.Uri;
  readonly terminals: HostTerminals;
  /** What the person can add to a message. */
  readonly contextSources: ContextSources;
  /** Opens "why" of a card. */
  readonly explain: (itemId: string) => unknown;
  /** Rolls back the command of a card. */
  readonly rollBack: (itemId: string) => unknown;
}

/** The panel, and behind its ACP link the built-in agent, made with the first chat. */
export function composePanel(sources: PanelSources): Panel {
  const { settings, workspace, approvals, terminals, explain, rollBack, log } = sources;
  const { background, handles } = sources.running;
  const agent = composeAgent(sources, () => ({ ...panel.client, ...approvals.client }));
  const panel: Panel = createPanel({
    extensionUri: sources.extensionUri,
    agent: () => agent,
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
    onChatClosed: (sessionId) => {
      forget(sessionId, sources);
      agent.closeSession({ sessionId }).catch((error: unknown) => {
        log.report(error);
      });
    },
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
  return panel;
}

/** Nothing that belongs to a chat outlives it. */
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
    onDidChange: (listener) => workspace.onDidChange(listener),
  };
}
