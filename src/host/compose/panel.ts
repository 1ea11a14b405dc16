import * as os from 'node:os';
import * as vscode from 'vscode';
import type { Compactions } from '../../adapters/system/compactions';
import { systemClock } from '../../adapters/system/clock';
import { systemIds } from '../../adapters/system/random';
import { createAgent } from '../../core/agent/agent';
import type { AgentSettings } from '../../core/agent/conversation/agent-deps';
import type { Pipeline } from '../../core/pipeline/runner';
import type { AcpAgent } from '../../core/ports/acp';
import { createContextSources } from '../context/context-sources';
import { activeSelection, pickFile, workspaceProblems } from '../context/editor';
import type { UserTerminalOutputs } from '../context/terminal-output';
import { createWorkspaceContext } from '../context/workspace-context';
import { describeModel } from '../models/chosen-model';
import type { ChatStorage } from '../panel/history/panel-history';
import type { PanelTerminals } from '../panel/page/panel-deps';
import { Panel } from '../panel/panel';
import type { HostSettings } from '../settings/host-settings';
import { notify } from '../window/notify';
import type { AgentConnection } from '../acp/agent-connection';
import type { Base } from './base';
import type { FileAccess } from './files';
import type { Models } from './models';
import type { Runners } from './runners';
import type { Stores } from './stores';

/** What the chats of the panel use. */
export interface ChatServices {
  readonly stores: Stores;
  readonly models: Models;
  readonly access: FileAccess;
  readonly runners: Runners;
  readonly pipeline: Pipeline;
  readonly compactions: Compactions;
  /** Between the agent and this host. */
  readonly connection: AgentConnection;
  /** Output of the user's own terminals. */
  readonly terminals: UserTerminalOutputs;
  /** Opens "why" of a card. */
  readonly explain: (itemId: string) => unknown;
}

export interface HostPanel {
  readonly panel: Panel;
  /** Settles when the agent has ended the sessions of all chats that were closed; never rejects. */
  readonly sessionsEnded: () => Promise<void>;
}

const chatsKey = 'gatehouse.chats';

/** The panel, and behind its ACP link the built-in agent. */
export function composePanel(base: Base, services: ChatServices): HostPanel {
  const { context, settings, workspace, approvals, documents, storage, log } = base;
  const { stores, access, pipeline } = services;
  const acp = withTrustKept(composeAgent(base, services), base.policy.trust);
  let ended: Promise<unknown> = Promise.resolve();
  const panel: Panel = new Panel({
    agent: {
      acp,
      model: () => describeModel(settings.get('model')),
      onDidChangeModel: (listener) => settings.onDidChange(listener),
      cwd: () => workspace.roots()[0] ?? os.homedir(),
      endSession: (sessionId) => {
        forget(sessionId, base, services);
        const { report } = log;
        const ending = acp.closeSession({ sessionId }).catch(report);
        ended = Promise.all([ended, ending]);
      },
    },
    approvals,
    chats: {
      conversations: stores.store.conversations,
      places: stores.places,
      memory: openChatsMemory(context),
      folder: storage.folder,
      overflow: stores.store.overflow,
    },
    clock: systemClock,
    files: {
      workspace,
      changes: access.changes,
      rollbacks: pipeline,
      context: composeContext(base, services),
    },
    reports: {
      notify,
      warn: log.warn,
    },
    terminals: panelTerminals(services.runners),
    ui: { extensionUri: context.extensionUri, documents, explain: services.explain },
  });
  return {
    panel,
    sessionsEnded: async () => {
      await ended;
    },
  };
}

function openChatsMemory({ workspaceState }: Base['context']): ChatStorage['memory'] {
  return {
    get: () => workspaceState.get(chatsKey),
    set: (value) => workspaceState.update(chatsKey, value),
  };
}

function panelTerminals({ background, terminals }: Runners): PanelTerminals {
  return {
    background,
    handleOf: (terminalId) => terminals.find(terminalId),
    reveal: (terminalId) => {
      terminals.reveal(terminalId);
    },
  };
}

function composeAgent(base: Base, services: ChatServices): AcpAgent {
  const { settings, workspace, storage } = base;
  const { stores, models, access, runners, pipeline, compactions, connection } = services;
  const makeAgent = createAgent({
    llms: models.llms,
    runner: pipeline,
    background: runners.background,
    compactions,
    store: stores.store,
    environment: {
      workspace,
      context: createWorkspaceContext({
        files: access.files,
        search: access.search,
        workspace,
        readsRules: () => settings.get('agent.rulesFiles'),
        now: () => systemClock.now(),
      }),
      platform: process.platform,
      actorId: storage.actorId,
      tenantId: () => workspace.key(),
    },
    settings: agentSettings(settings),
    system: { clock: systemClock, ids: systemIds },
  });
  const { link, sessions } = connection;
  return sessions.connect(link.connect(makeAgent(link.client)));
}

/** A fork is trusted like its chat; a deleted chat takes its levels with it (decision 57). */
function withTrustKept(acp: AcpAgent, trust: Base['policy']['trust']): AcpAgent {
  return {
    ...acp,
    forkSession: async (request) => {
      const fork = await acp.forkSession(request);
      await trust.inherit(fork.sessionId, { from: request.sessionId });
      return fork;
    },
    deleteSession: async (request) => {
      const answer = await acp.deleteSession(request);
      await trust.forget(request.sessionId);
      return answer;
    },
  };
}

function agentSettings(settings: HostSettings): AgentSettings {
  return {
    maxIterations: () => settings.get('agent.maxToolIterations'),
    contextBudgetTokens: () => settings.get('agent.contextBudgetTokens'),
    compressModel: () => settings.get('agent.compressModel').trim(),
    reformatModel: () => settings.get('retry.parameterReformatModel').trim(),
    limits: () => ({
      tokensPerTurn: settings.get('limits.tokensPerTurn'),
      tokensPerChat: settings.get('limits.tokensPerChat'),
      costPerTurn: settings.get('limits.costPerTurn'),
      costPerChat: settings.get('limits.costPerChat'),
    }),
  };
}

/** Context that the user can add to a message. */
function composeContext({ workspace }: Base, { access, terminals }: ChatServices) {
  const uriOf = (file: string): string => vscode.Uri.file(file).toString();
  return createContextSources({
    files: access.files,
    search: access.search,
    workspace,
    editor: { activeSelection, workspaceProblems, uriOf, pickFile },
    lastOutput: () => terminals.last(),
  });
}

/** Nothing that runs for a chat outlives it, nor what it was allowed. */
function forget(
  sessionId: string,
  { policy }: Base,
  { runners, pipeline }: Pick<ChatServices, 'runners' | 'pipeline'>,
): void {
  runners.terminals.endSession(sessionId);
  runners.background.endSession(sessionId);
  policy.grants.endSession(sessionId);
  pipeline.reset(sessionId);
}
