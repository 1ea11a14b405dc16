import type { AgentSettings } from '../../core/agent/conversation/agent-deps';
import { createLazyAgent } from '../../core/agent/lazy-agent';
import type { Pipeline } from '../../core/pipeline/runner';
import type { AcpAgent, AcpClient } from '../../core/ports/acp';
import type { WorkspaceContext } from '../../core/ports/workspace';
import { systemClock } from '../../adapters/system/clock';
import { systemIds } from '../../adapters/system/random';
import type { HostSettings } from '../settings/create-settings';
import type { RunningCommands } from './background';
import type { Base } from './base';
import type { Models } from './models';

export interface AgentSources extends Base {
  readonly models: Models;
  readonly pipeline: Pipeline;
  readonly running: RunningCommands;
  readonly workspaceContext: WorkspaceContext;
}

/** The built-in agent behind its ACP link, loaded with the first chat. */
export function composeAgent(sources: AgentSources, client: () => AcpClient): AcpAgent {
  const { settings, workspace, log, actorId } = sources;
  return createLazyAgent(
    async () => {
      const { connectAgent } = await import('../../core/agent/agent-entry');
      const deps = {
        llms: sources.models.llms,
        runner: sources.pipeline,
        background: sources.running.background,
        ids: systemIds,
        clock: systemClock,
        workspace,
        workspaceContext: sources.workspaceContext,
        compactions: sources.compactions,
        summaries: sources.store.summaries,
        conversations: sources.store.conversations,
        settings: agentSettings(settings),
        actorId,
        tenantId: () => workspace.key(),
        platform: process.platform,
      };
      return connectAgent(deps, client());
    },
    (error) => {
      log.report(error);
    },
  );
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
