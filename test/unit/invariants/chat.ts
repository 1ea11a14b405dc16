import { HostPermissionLevels } from '../../../src/host/policy/permission-levels';
import { HostTrustLevels } from '../../../src/host/policy/trust-levels';
import { UndiciHttp } from '../../../src/adapters/http/undici-http';
import { createLlms } from '../../../src/adapters/llm/llms';
import { systemIds } from '../../../src/adapters/system/random';
import { createAgent } from '../../../src/core/agent/agent';
import { connectInMemory } from '../fakes/connect-in-memory';
import type {
  RequestPermissionRequest,
  RequestPermissionResponse,
  SessionUpdate,
} from '../../../src/core/contracts/chats/acp';
import { succeed } from '../../../src/core/contracts/failure';
import type { RawCall } from '../../../src/core/contracts/calls/call';
import type { Runner } from '../../../src/core/ports/runner';
import {
  startScriptedLlm,
  type ScriptedLlm,
  type ScriptedStep,
} from '../../fakes/scripted-llm.mjs';
import { createFakeCompactions, createFakeSummaries } from '../core/agent/fake-compaction';
import { createFakeClock } from '../fakes/clock';
import { createFakeConversations } from '../fakes/conversations';
import type { Product } from './product';

/** The built-in agent over the product's runner, with a model server that plays a script. */
export interface Chat {
  readonly server: ScriptedLlm;
  readonly sessionId: string;
  readonly updates: readonly SessionUpdate[];
  /** All calls that entered the runner. */
  readonly entered: readonly RawCall[];
  say(text: string): Promise<string>;
  cancel(): Promise<void>;
  close(): Promise<void>;
}

export interface ChatOptions {
  readonly steps: readonly ScriptedStep[];
  /** The user's answers; none by default. */
  readonly onPermission?: AnswerPermission;
}

export type AnswerPermission = (request: RequestPermissionRequest) => RequestPermissionResponse;

export async function startChat({ pipeline, policy, workspace }: Product, options: ChatOptions) {
  const server = await startScriptedLlm({ steps: options.steps });
  const http = new UndiciHttp();
  const updates: SessionUpdate[] = [];
  const counted = countEntries(pipeline);
  const makeAgent = createAgent({
    llms: createLlms({
      published: () => Promise.resolve(undefined),
      http,
      clock: createFakeClock(),
      random: { next: () => 0.5 },
      baseUrl: () => server.baseUrl,
      key: () => Promise.resolve(succeed(undefined)),
      modelOptions: () => ({}),
      vscodeModel: () => Promise.reject(new Error('VS Code is not here.')),
      replayFile: () => '',
      readRecording: () => Promise.reject(new Error('Nothing is replayed here.')),
      replayWordMs: 0,
    }),
    runner: counted.runner,
    background: { takeEnded: () => [] },
    compactions: createFakeCompactions(),
    store: {
      conversations: createFakeConversations(),
      summaries: createFakeSummaries(),
      reputation: { count: () => undefined },
      forks: { open: () => undefined },
    },
    environment: {
      workspace,
      context: { read: () => Promise.resolve({ lines: [], rules: [], problems: [] }) },
      platform: 'linux',
      actorId: 'user:test',
      trust: new HostTrustLevels(),
      permission: new HostPermissionLevels(() => 'rules'),
      tenantId: () => 'w',
      checks: { changedBy: () => [], remember: () => ({ newOf: (all) => Promise.resolve(all) }) },
      allowedToolIds: () => [...policy.current().allowedTools],
    },
    settings: {
      verifiesChanges: () => true,
      maxIterations: () => 20,
      contextBudgetTokens: () => 0,
      compressModel: () => '',
      reformatModel: () => '',
      limits: () => ({ tokensPerTurn: 0, tokensPerChat: 0, costPerTurn: 0, costPerChat: 0 }),
    },
    system: { clock: createFakeClock(), ids: systemIds },
  });
  const agent = connectInMemory(makeAgent, {
    sessionUpdate: ({ update }) => {
      updates.push(update);
      return Promise.resolve();
    },
    requestPermission: (request) =>
      Promise.resolve(options.onPermission?.(request) ?? { outcome: { outcome: 'cancelled' } }),
  });
  const { sessionId } = await agent.newSession({ cwd: workspace.root, mcpServers: [] });
  const chat: Chat = {
    server,
    sessionId,
    updates,
    entered: counted.entered,
    say: async (text) => {
      const _meta = { gatehouse: { model: 'openai/scripted', isKeyed: true } };
      return (await agent.prompt({ sessionId, prompt: [{ type: 'text', text }], _meta }))
        .stopReason;
    },
    cancel: () => agent.cancel({ sessionId }),
    close: async () => {
      http.dispose();
      await server.close();
    },
  };
  return chat;
}

function countEntries(runner: Runner) {
  const entered: RawCall[] = [];
  const counted: Runner = {
    ...runner,
    run: (call, options) => {
      entered.push(call);
      return runner.run(call, options);
    },
    runConfirmed: (call, token, options) => {
      entered.push(call);
      return runner.runConfirmed(call, token, options);
    },
  };
  return { runner: counted, entered };
}
