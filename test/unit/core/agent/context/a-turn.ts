import { HostPermissionLevels } from '../../../../../src/host/policy/permission-levels';
import { HostTrustLevels } from '../../../../../src/host/policy/trust-levels';
import type { SessionUpdate } from '../../../../../src/core/contracts/chats/acp';
import type {
  CompactionMethod,
  SummaryRecord,
} from '../../../../../src/core/contracts/chats/conversation';
import type { ModelFacts } from '../../../../../src/core/contracts/models';
import { failure, fail, succeed, type Result } from '../../../../../src/core/contracts/failure';
import type { ToolSpec } from '../../../../../src/core/contracts/tool-spec';
import { compactChat } from '../../../../../src/core/agent/context/compaction';
import {
  Conversation,
  type TurnContext,
} from '../../../../../src/core/agent/conversation/conversation';
import {
  emptyStart,
  type AgentDeps,
} from '../../../../../src/core/agent/conversation/conversation-start';
import type { MessageHistory } from '../../../../../src/core/agent/history/message-history';
import type { AcpClient } from '../../../../../src/core/ports/acp';
import type { Llm } from '../../../../../src/core/ports/llm';
import type { WorkspaceFacts } from '../../../../../src/core/ports/workspace';
import { createFakeClock } from '../../../fakes/clock';
import { createFakeConversations } from '../../../fakes/conversations';
import { createFakeIds } from '../../../fakes/ids';
import { createFakeLlm, fakeFacts, type FakeAnswer } from '../../../fakes/llm';
import { createFakeRunner } from '../../../fakes/runner';
import { aCall, anAnswer } from '../history/a-conversation';

export interface TurnSetup {
  readonly answers?: readonly FakeAnswer[];
  readonly facts?: Partial<ModelFacts>;
  readonly workspace?: Partial<WorkspaceFacts>;
  readonly catalog?: readonly ToolSpec[];
  readonly roots?: readonly string[];
  readonly budgetTokens?: number;
  readonly compressModel?: string;
  /** Models in addition to `fake`. */
  readonly models?: Readonly<Record<string, Llm>>;
  /** What the log of summaries answers. */
  readonly recorded?: (record: SummaryRecord) => Result<void>;
  /** Called when a summary is recorded, before it is. */
  readonly onRecord?: () => void;
}

const limits = { tokensPerTurn: 0, tokensPerChat: 0, costPerTurn: 0, costPerChat: 0 };

/** A turn of a chat `s1` with an empty history, and what came of it. */
export function aTurn(setup: TurnSetup = {}) {
  const llm = createFakeLlm(setup.answers ?? [], fakeFacts(setup.facts));
  const runner = createFakeRunner(() => ({}), setup.catalog);
  const records: SummaryRecord[] = [];
  const updates: SessionUpdate[] = [];
  const stop = new AbortController();
  const client: AcpClient = {
    sessionUpdate: ({ update }) => {
      updates.push(update);
      return Promise.resolve();
    },
    requestPermission: () => Promise.reject(new Error('No one is asked here.')),
  };
  const deps: AgentDeps = {
    runner,
    llms: { get: (id) => Promise.resolve(modelOf(id, { fake: llm, ...setup.models })) },
    background: { takeEnded: () => [] },
    compactions: { register: () => ({ dispose: () => undefined }) },
    store: {
      conversations: createFakeConversations(),
      reputation: { count: () => undefined },
      forks: { open: () => undefined },
      summaries: {
        add: (record) => {
          setup.onRecord?.();
          const answer = setup.recorded?.(record) ?? succeed(undefined);
          if (answer.ok) records.push(record);
          return Promise.resolve(answer);
        },
      },
    },
    environment: {
      workspace: { roots: () => setup.roots ?? ['/repo'] },
      context: { read: () => Promise.reject(new Error('It was read before.')) },
      platform: 'linux',
      actorId: 'actor',
      trust: new HostTrustLevels(),
      permission: new HostPermissionLevels(() => 'rules'),
      allowedToolIds: () => [],
      checks: { changedBy: () => [], remember: () => ({ newOf: (all) => Promise.resolve(all) }) },
      tenantId: () => 'tenant',
    },
    settings: {
      verifiesChanges: () => true,
      maxIterations: () => 10,
      contextBudgetTokens: () => setup.budgetTokens ?? 0,
      compressModel: () => setup.compressModel ?? '',
      reformatModel: () => '',
      limits: () => limits,
    },
    system: { clock: createFakeClock(), ids: createFakeIds() },
  };
  const chat = new Conversation('s1', deps, client, emptyStart(deps, '/repo'));
  const turn: TurnContext = {
    chat,
    signal: stop.signal,
    llm,
    facts: { lines: [], rules: [], problems: [], ...setup.workspace },
  };
  /** All that was shown; the last update may be on its way. */
  const shown = async () => {
    await chat.outbox.flush();
    return updates;
  };
  return {
    turn,
    llm,
    runner,
    history: chat.history,
    budget: chat.budget,
    spending: chat.spending,
    records,
    stop: () => {
      stop.abort();
    },
    compact: (method: CompactionMethod = 'manual') =>
      compactChat(chat, { method, llm, signal: stop.signal }),
    shown,
    /** Notices to the user, each with its latest text. */
    notices: async () => [...new Map((await shown()).map(noticeOf)).values()],
    lastMeta: async () => (await shown()).at(-1)?._meta,
  };
}

function modelOf(id: string, models: Readonly<Record<string, Llm>>): Result<Llm> {
  const found = models[id];
  return found === undefined ? fail(failure('unavailable', `No model "${id}".`)) : succeed(found);
}

function noticeOf(update: SessionUpdate): readonly [string, string] {
  if (update.sessionUpdate !== 'agent_message_chunk') return ['', ''];
  const { messageId, content } = update;
  return [messageId ?? '', content.type === 'text' ? content.text : ''];
}

/** A turn of four messages: `m1`, a call `c1` with a result, an answer. */
export function addTurn(
  history: MessageHistory,
  number: number,
  result = `result ${String(number)}`,
) {
  const id = String(number);
  history.addUser({ id: `m${id}`, text: `question ${id}` });
  history.addRound({ text: '' }, [aCall(`c${id}`)], [anAnswer(`c${id}`, result)]);
  history.addAnswer({ text: `answer ${id}` });
}

/** Rounds of one call each, `c<from>` and on. */
export function addRounds(history: MessageHistory, from: number, results: readonly string[]) {
  results.forEach((result, index) => {
    const id = `c${String(from + index)}`;
    history.addRound({ text: `step ${id}` }, [aCall(id)], [anAnswer(id, result)]);
  });
}

/** About so many tokens of words. */
export function longText(tokens: number, word = 'word'): string {
  return Array.from({ length: Math.ceil(tokens / 1.12) }, () => word).join(' ');
}
