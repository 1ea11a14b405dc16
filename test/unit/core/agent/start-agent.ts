import type {
  ContentBlock,
  RequestPermissionRequest,
  RequestPermissionResponse,
  SessionUpdate,
} from '../../../../src/core/contracts/acp';
import { createAgent } from '../../../../src/core/agent/agent';
import { connectInMemory } from '../../../../src/core/agent/link';
import type { EndedCommand } from '../../../../src/core/ports/background-commands';
import type { ToolSpec } from '../../../../src/core/contracts/tool-spec';
import { createFakeLlm, createFakeLlms, type FakeAnswer } from '../../fakes/llm';
import { createFakeRunner, type FakeRun } from '../../fakes/runner';

export interface AgentSetup {
  readonly answers?: readonly FakeAnswer[];
  readonly run?: FakeRun;
  readonly catalog?: readonly ToolSpec[];
  readonly maxIterations?: number;
  readonly onPermission?: (request: RequestPermissionRequest) => Promise<RequestPermissionResponse>;
  readonly onUpdate?: (update: SessionUpdate) => Promise<void> | void;
}

/** The built-in agent joined to a client that writes everything down. */
export async function startAgent(setup: AgentSetup) {
  const updates: SessionUpdate[] = [];
  const llm = createFakeLlm(setup.answers ?? []);
  const runner = createFakeRunner(setup.run ?? (() => ({})), setup.catalog);
  const ended: EndedCommand[] = [];
  let count = 0;
  const makeAgent = createAgent({
    llms: createFakeLlms(llm),
    runner,
    background: { takeEnded: () => ended.splice(0) },
    ids: { uuid: () => `uuid-${(count += 1)}` },
    maxIterations: () => setup.maxIterations ?? 10,
    workspace: {
      roots: () => ['/repo'],
      isTrusted: () => true,
      caseSensitive: () => true,
      separator: () => '/',
    },
    actorId: 'actor',
    tenantId: () => 'tenant',
    platform: 'linux',
  });
  const agent = connectInMemory(makeAgent, {
    sessionUpdate: async ({ update }) => {
      updates.push(update);
      await setup.onUpdate?.(update);
    },
    requestPermission: (request) =>
      setup.onPermission?.(request) ?? Promise.resolve({ outcome: { outcome: 'cancelled' } }),
  });
  const { sessionId } = await agent.newSession({ cwd: '/repo', mcpServers: [] });
  return {
    agent,
    llm,
    runner,
    updates,
    /** Commands that have ended in the background and of which nobody was told. */
    ended,
    sessionId,
    cancel: () => agent.cancel({ sessionId }),
    say: async (text: string, model = 'fake') => {
      const prompt: ContentBlock[] = [{ type: 'text', text }];
      const _meta = { gatehouse: { model } };
      return (await agent.prompt({ sessionId, prompt, _meta })).stopReason;
    },
    /** What the model was sent last, without the system prompt. */
    lastMessages: () => llm.requests.at(-1)?.messages ?? [],
    notices: () => updates.flatMap((update) => (isNotice(update) ? [textOf(update)] : [])),
    said: () =>
      updates
        .filter((update) => update.sessionUpdate === 'agent_message_chunk' && !isNotice(update))
        .map(textOf)
        .join(''),
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
