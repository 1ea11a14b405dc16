import type { SpendingState } from '../../contracts/chats/stored-entries';
import type { BackgroundCommands } from '../../ports/terminals';
import type { System } from '../../ports/system';
import type { CompactionRegistry, SummaryLog } from '../../ports/compaction';
import type { Conversations } from '../../ports/conversations';
import type { ModelRegistry } from '../../ports/llm';
import type { ChatTrust } from '../../ports/policy';
import type { Runner } from '../../ports/runner';
import type { Workspace, WorkspaceContext } from '../../ports/workspace';

/** Dependencies of the built-in agent; it has no access to keys, addresses or files. */
export interface AgentDeps {
  readonly llms: ModelRegistry;
  readonly runner: Runner;
  /** Background commands; with the next message the model learns which ones ended. */
  readonly background: Pick<BackgroundCommands, 'takeEnded'>;
  /** Where a chat is compressed by the model's own wish. */
  readonly compactions: CompactionRegistry;
  readonly store: AgentStore;
  readonly environment: AgentEnvironment;
  readonly settings: AgentSettings;
  readonly system: System;
}

export interface AgentStore {
  readonly conversations: Conversations;
  readonly summaries: SummaryLog;
}

export interface AgentEnvironment {
  readonly workspace: Pick<Workspace, 'roots'>;
  readonly context: WorkspaceContext;
  /** Operating system, as shown to the model: `linux`, `darwin`, `win32`. */
  readonly platform: string;
  readonly actorId: string;
  readonly tenantId: () => string;
  readonly trust: ChatTrust;
}

/** Read at each use, so that a change applies from the next round. */
export interface AgentSettings {
  /** `gatehouse.agent.maxToolIterations` */
  readonly maxIterations: () => number;
  /** `gatehouse.agent.contextBudgetTokens`; 0 = what the model takes. */
  readonly contextBudgetTokens: () => number;
  /** `gatehouse.agent.compressModel`; empty = the model of the chat. */
  readonly compressModel: () => string;
  /** `gatehouse.retry.parameterReformatModel`; empty = none. */
  readonly reformatModel: () => string;
  /** `gatehouse.limits.*`; 0 = unlimited, costs in US dollars. */
  readonly limits: () => SpendingLimits;
}

export type SpendingLimits = SpendingState['allowed'];
