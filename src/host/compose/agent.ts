import * as os from 'node:os';
import type { Compactions } from '../../adapters/system/compactions';
import type { ForkedOutputs } from '../../adapters/system/forked-outputs';
import { systemClock } from '../../adapters/system/clock';
import { systemIds } from '../../adapters/system/random';
import { createAgent } from '../../core/agent/agent';
import type { AgentSettings } from '../../core/agent/conversation/conversation-start';
import { succeed } from '../../core/contracts/failure';
import type { Pipeline } from '../../core/pipeline/runner';
import type { AcpAgent } from '../../core/ports/acp';
import type { AgentConnection } from '../acp/agent-connection';
import { createWorkspaceContext, type WorkspaceContextDeps } from '../context/workspace-context';
import { rememberProblems } from '../diagnostics/known-problems';
import { vscodeProblems } from '../diagnostics/vscode-diagnostics';
import { describeModel } from '../models/chosen-model';
import type { PanelAgent } from '../panel/page/panel';
import type { HostSettings } from '../settings/host-settings';
import type { Base } from './base';
import type { FileAccess } from './files';
import type { Models } from './models';
import type { Runners } from './runners';
import type { Stores } from './stores';

export interface AgentParts {
  readonly stores: Stores;
  readonly models: Models;
  readonly files: FileAccess;
  readonly runners: Runners;
  readonly pipeline: Pipeline;
  readonly compactions: Compactions;
  readonly outputs: ForkedOutputs;
  /** Between the agent and this host. */
  readonly connection: AgentConnection;
}

/** The built-in agent behind its ACP link, as the chats use it. */
export interface HostAgent extends PanelAgent {
  /** Settles when the agent has ended the sessions of all chats that were closed; never rejects. */
  readonly sessionsEnded: () => Promise<void>;
}

export function composeAgent(base: Base, parts: AgentParts): HostAgent {
  const { settings, demo, workspace, policy, log } = base;
  const { runners, pipeline, models } = parts;
  const acp = connectAgent(base, parts);
  let ended: Promise<unknown> = Promise.resolve();
  return {
    acp,
    model: () => describeModel(demo.model()),
    replayPrompt: () => models.replayPrompt.get(),
    onDidChangeModel: (listener) => {
      const changes = [settings, demo, models.replayPrompt].map((each) =>
        each.onDidChange(listener),
      );
      return { dispose: () => changes.forEach((each) => each.dispose()) };
    },
    readsImages: async (signal) => {
      const llm = await models.llms.get(demo.model(), signal);
      return !llm.ok || llm.value.facts.images;
    },
    useFencedTools: () => {
      const id = demo.model();
      return settings.change('models.options', (all) =>
        succeed({ ...all, [id]: { ...all[id], tools: 'fenced' } }),
      );
    },
    cwd: () => workspace.roots()[0] ?? os.homedir(),
    // Nothing that runs for a chat outlives it, nor what it was allowed.
    endSession: (sessionId) => {
      runners.terminals.endSession(sessionId);
      runners.background.endSession(sessionId);
      policy.grants.endSession(sessionId);
      pipeline.reset(sessionId);
      ended = Promise.all([ended, acp.closeSession({ sessionId }).catch(log.report)]);
    },
    sessionsEnded: async () => {
      await ended;
    },
  };
}

function connectAgent(base: Base, parts: AgentParts): AcpAgent {
  const { settings, workspace, storage, policy } = base;
  const { stores, models, files, runners, pipeline, compactions, connection, outputs } = parts;
  const { conversations, summaries } = stores.store;
  const makeAgent = createAgent({
    llms: models.llms,
    runner: pipeline,
    background: runners.background,
    compactions,
    store: { conversations, summaries, reputation: models.reputation, forks: outputs },
    environment: {
      workspace,
      context: createWorkspaceContext({
        files: files.files,
        search: files.search,
        workspace,
        readsRules: () => settings.get('agent.rulesFiles'),
        now: () => systemClock.now(),
        seenRules: seenRulesIn(base.context.workspaceState),
      }),
      platform: process.platform,
      actorId: storage.actorId,
      tenantId: () => workspace.key(),
      allowedToolIds: () => [...policy.source.current().allowedTools],
      trust: policy.trust,
      permission: policy.permission,
      checks: {
        changedBy: (by) => files.changes.changedBy(by),
        remember: () => rememberProblems(vscodeProblems, files.files),
      },
    },
    settings: agentSettings(settings),
    system: { clock: systemClock, ids: systemIds },
  });
  const { link, sessions } = connection;
  return sessions.connect(link.connect(makeAgent(link.client)));
}

const rulesKey = 'gatehouse.rulesFiles';

function seenRulesIn(state: Base['context']['workspaceState']): WorkspaceContextDeps['seenRules'] {
  return {
    get: () => state.get(rulesKey),
    set: (versions) => void state.update(rulesKey, versions),
  };
}

function agentSettings(settings: HostSettings): AgentSettings {
  return {
    maxIterations: () => settings.get('agent.maxToolIterations'),
    contextBudgetTokens: () => settings.get('agent.contextBudgetTokens'),
    verifiesChanges: () => settings.get('agent.verifyChanges'),
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
