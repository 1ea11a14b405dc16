import {
  gatehouseMeta,
  type ContentBlock,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionUpdate,
  type PromptMeta,
} from '../../../../src/core/contracts/chats/acp';
import type { ModelFacts } from '../../../../src/core/contracts/models';
import type { ToolSpec } from '../../../../src/core/contracts/tool-spec';
import { fail, succeed, failure } from '../../../../src/core/contracts/failure';
import { createAgent } from '../../../../src/core/agent/agent';
import type {
  AgentDeps,
  AgentSettings,
} from '../../../../src/core/agent/conversation/conversation-start';
import { connectInMemory } from '../../fakes/connect-in-memory';
import type { EndedCommand } from '../../../../src/core/ports/terminals';
import type { Llm } from '../../../../src/core/ports/llm';
import type { Reputation } from '../../../../src/core/ports/reputation';
import type { Runner } from '../../../../src/core/ports/runner';
import type { WorkspaceFacts } from '../../../../src/core/ports/workspace';
import type { PermissionLevel } from '../../../../src/core/contracts/permission-level';
import { HostPermissionLevels } from '../../../../src/host/policy/permission-levels';
import { HostTrustLevels } from '../../../../src/host/policy/trust-levels';
import { createFakeClock } from '../../fakes/clock';
import { createFakeConversations, type FakeConversations } from '../../fakes/conversations';
import { createFakeLlm, fakeFacts, type FakeAnswer } from '../../fakes/llm';
import { createFakeRunner, type FakeRun } from '../../fakes/runner';
import { createFakeCompactions, createFakeSummaries } from './fake-compaction';

export interface AgentSetup {
  readonly answers?: readonly FakeAnswer[];
  readonly run?: FakeRun;
  readonly catalog?: readonly ToolSpec[];
  readonly effectOf?: Runner['effectOf'];
  readonly questionOf?: Runner['questionOf'];
  readonly settings?: Partial<ReturnTypes<AgentSettings>>;
  readonly facts?: Partial<ModelFacts>;
  readonly workspace?: Partial<WorkspaceFacts>;
  /** Files that calls change, by the ids of the calls; of their problems the first one is known. */
  readonly changed?: Readonly<Record<string, readonly string[]>>;
  /** Models in addition to `fake`. */
  readonly models?: Readonly<Record<string, Llm>>;
  readonly onPermission?: (request: RequestPermissionRequest) => Promise<RequestPermissionResponse>;
  /** Of new chats. */
  readonly permissionLevel?: PermissionLevel;
  /** Of the ids it makes, so that two windows make different ones. */
  readonly idPrefix?: string;
  /** What an earlier window has stored, and where this one does. */
  readonly conversations?: FakeConversations;
  readonly onUpdate?: (update: SessionUpdate) => Promise<void> | void;
}

type ReturnTypes<T> = { readonly [K in keyof T]: T[K] extends () => infer R ? R : never };

const noLimits = { tokensPerTurn: 0, tokensPerChat: 0, costPerTurn: 0, costPerChat: 0 };

/** A message beyond its text. */
export interface Saying extends Partial<PromptMeta> {
  readonly blocks?: readonly ContentBlock[];
}

/** The built-in agent joined to a client that writes everything down. */
export async function startAgent(setup: AgentSetup) {
  const updates: SessionUpdate[] = [];
  const bySession = new Map<string, SessionUpdate[]>();
  const llm = createFakeLlm(setup.answers ?? [], fakeFacts(setup.facts));
  const runner = createFakeRunner(setup.run ?? (() => ({})), setup.catalog, {
    ...(setup.effectOf && { effectOf: setup.effectOf }),
    ...(setup.questionOf && { questionOf: setup.questionOf }),
  });
  const clock = createFakeClock();
  const compactions = createFakeCompactions();
  const summaries = createFakeSummaries();
  const conversations = setup.conversations ?? createFakeConversations();
  const ended: EndedCommand[] = [];
  const forks = new Map<string, readonly string[]>();
  const counted: Parameters<Reputation['count']>[0][] = [];
  const trust = new HostTrustLevels();
  const permission = new HostPermissionLevels(() => setup.permissionLevel ?? 'rules');
  let count = 0;
  const deps: AgentDeps = {
    llms: { get: (id) => Promise.resolve(modelOf(id, llm, setup.models)) },
    runner,
    background: { takeEnded: () => ended.splice(0) },
    compactions,
    store: {
      ...{ conversations, summaries },
      reputation: { count: (call) => void counted.push(call) },
      forks: { open: (session, forkOf) => void forks.set(session, forkOf) },
    },
    environment: {
      workspace: { roots: () => ['/repo'] },
      context: {
        read: () => Promise.resolve({ lines: [], rules: [], problems: [], ...setup.workspace }),
      },
      platform: 'linux',
      actorId: 'actor',
      tenantId: () => 'tenant',
      checks: {
        changedBy: ({ toolCallId }) => setup.changed?.[toolCallId] ?? [],
        remember: () => ({ newOf: (all) => Promise.resolve(all.slice(1)) }),
      },
      allowedToolIds: () => (setup.catalog ?? []).map(({ name }) => name),
      trust,
      permission,
    },
    settings: settingsOf(setup.settings),
    system: {
      clock,
      ids: { uuid: () => `${setup.idPrefix ?? 'uuid'}-${(count += 1)}` },
    },
  };
  const agent = connectInMemory(createAgent(deps), {
    sessionUpdate: async ({ sessionId: of, update }) => {
      if (update.sessionUpdate === 'available_commands_update') return;
      bySession.set(of, [...(bySession.get(of) ?? []), update]);
      updates.push(update);
      await setup.onUpdate?.(update);
    },
    requestPermission: (request) =>
      setup.onPermission?.(request) ?? Promise.resolve({ outcome: { outcome: 'cancelled' } }),
  });
  const { sessionId } = await agent.newSession({ cwd: '/repo', mcpServers: [] });
  const sayIn = async (session: string, text: string, saying: Saying = {}) => {
    const { blocks = [], ...more } = saying;
    const prompt: ContentBlock[] = [{ type: 'text', text }, ...blocks];
    const meta: PromptMeta = { model: 'fake', ...more };
    const request = { sessionId: session, prompt, _meta: { gatehouse: meta } };
    return (await agent.prompt(request)).stopReason;
  };
  return {
    agent,
    deps,
    llm,
    runner,
    clock,
    compactions,
    summaries,
    conversations,
    trust,
    permission,
    updates,
    updatesOf: (session: string) => bySession.get(session) ?? [],
    /** What was counted for the reputation of models. */
    counted,
    /** The chats that each session was forked from. */
    forks,
    /** Commands that have ended in the background and that have not been reported. */
    ended,
    sessionId,
    cancel: () => agent.cancel({ sessionId }),
    sayIn,
    say: (text: string, model = 'fake') => sayIn(sessionId, text, { model }),
    /** Presses Retry or Continue. */
    resume: (model = 'fake') => sayIn(sessionId, '', { model, resume: true }),
    fork: async (beforeMessage: string, from = sessionId) => {
      const _meta = { gatehouse: { beforeMessage } };
      return (await agent.forkSession({ sessionId: from, cwd: '/repo', _meta })).sessionId;
    },
    /** Opens what an earlier window has stored. */
    load: (session: string) =>
      agent.loadSession({ sessionId: session, cwd: '/repo', mcpServers: [] }),
    /** What the model was sent last, without the system prompt. */
    lastMessages: () => llm.requests.at(-1)?.messages ?? [],
    notices: () => updates.flatMap((update) => (isNotice(update) ? [textOf(update)] : [])),
    /** The `_meta` of each notice. */
    /** Without their texts. */
    noticeMetas: () =>
      updates.flatMap((update) => {
        if (!isNotice(update)) return [];
        const { said: _, ...meta } = gatehouseMeta(update._meta) ?? {};
        return [meta];
      }),
    usages: () =>
      updates.flatMap((update) => (update.sessionUpdate === 'usage_update' ? [update] : [])),
    said: () =>
      updates
        .filter((update) => update.sessionUpdate === 'agent_message_chunk' && !isNotice(update))
        .map(textOf)
        .join(''),
  };
}

export type StartedAgent = Awaited<ReturnType<typeof startAgent>>;

function modelOf(id: string, fake: Llm, others: Readonly<Record<string, Llm>> = {}) {
  const llm = id === 'fake' ? fake : others[id];
  return llm === undefined
    ? fail(failure('unavailable', `No model "${id}".`, { category: 'permanent_failure' }))
    : succeed(llm);
}

function settingsOf(given: AgentSetup['settings'] = {}): AgentSettings {
  const { maxIterations = 10, contextBudgetTokens = 0, compressModel = '' } = given;
  const { reformatModel = '', limits = noLimits, verifiesChanges = true } = given;
  return {
    maxIterations: () => maxIterations,
    contextBudgetTokens: () => contextBudgetTokens,
    compressModel: () => compressModel,
    reformatModel: () => reformatModel,
    verifiesChanges: () => verifiesChanges,
    limits: () => limits,
  };
}

function isNotice(update: SessionUpdate): boolean {
  return update.sessionUpdate === 'agent_message_chunk' && update._meta !== undefined;
}

function textOf(update: SessionUpdate): string {
  return 'content' in update &&
    update.content !== null &&
    typeof update.content === 'object' &&
    'type' in update.content &&
    update.content.type === 'text'
    ? update.content.text
    : '';
}
