import type { AcpClient } from '../../ports/acp';
import { createToolCallUpdates } from '../acp/tool-call-updates';
import { createApprover } from '../acp/permission-approver';
import { createCallIds } from './call-ids';
import type { Conversation, ConversationStart, Checkpoint } from './conversation';
import { createContextBudget } from './context-budget';
import type { AgentDeps } from './agent-deps';
import { createDoomLoop } from './doom-loop';
import { createMessageHistory, type MessageHistory } from '../history/message-history';
import { createAcpOutbox } from '../acp/outbox';
import { createSpending } from './spending';
import { createConversationLog, newRecord, saveNotices } from './conversation-log';
import { saveForgotten, saveSnapshot, saveState } from './saved-state';

export function emptyStart({ ids }: AgentDeps, cwd: string): ConversationStart {
  return {
    history: createMessageHistory(),
    callIds: createCallIds(ids),
    userRuns: [],
    checkpoints: new Map(),
    forgotten: new Set(),
    cwd,
  };
}

export function createConversation(
  id: string,
  deps: AgentDeps,
  client: AcpClient,
  start: ConversationStart,
): Conversation {
  const { saved: kept } = start;
  const forgotten = new Set(start.forgotten);
  const news = saveNotices((level, text) => {
    outbox.notice(level, text);
  });
  const record = createConversationLog(id, deps, start.history, {
    start: kept?.record ?? newRecord,
    news,
  });
  const outbox = createAcpOutbox(client, id, deps.ids, {
    record: record.recordUpdate,
    endMessage: (messageId) => {
      record.transcript.endMessage(messageId);
    },
  });
  const toUpdate = createToolCallUpdates();
  const chat: Conversation = {
    ...start,
    id,
    deps,
    outbox,
    record,
    history: record.history,
    forgotten,
    budget: createContextBudget(),
    spending: createSpending(kept?.spending),
    approver: createApprover(client),
    onEvent: (event) => {
      const update = toUpdate(event);
      if (update !== undefined) outbox.update(update);
    },
    run: () => ({ sessionId: id, actorId: deps.actorId, tenantId: deps.tenantId() }),
    forgetSeen: (toolCallIds) => {
      saveForgotten({ record }, toolCallIds, forgotten.size);
      for (const each of toolCallIds) forgotten.add(each);
      deps.runner.forgetSeen(id, toolCallIds);
    },
    saveRound: () => {
      saveState(chat);
      saveSnapshot(chat);
    },
    unfinished: kept?.unfinished,
    offers: kept?.offers,
    isWorking: false,
    watch: createDoomLoop(),
    llm: undefined,
    model: kept?.model,
    contextSize: kept?.contextSize,
    messages: kept?.messages ?? 0,
    shownNotices: new Set(kept?.shownNotices),
  };
  return chat;
}

/** A copy of everything before a message; undefined if the message is unknown. */
export function startBefore(
  { history, callIds, checkpoints: marks, forgotten, cwd }: Conversation,
  messageId: string,
): (ConversationStart & Pick<Checkpoint, 'snapshot'>) | undefined {
  const mark = marks.get(messageId);
  const before = history.before(messageId);
  if (mark === undefined || before === undefined) return undefined;
  return {
    history: before,
    callIds: callIds.copy(),
    userRuns: mark.userRuns,
    checkpoints: checkpointsIn(before, marks),
    forgotten,
    cwd,
    snapshot: mark.snapshot,
  };
}

/** The checkpoints of messages that the history still has. */
export function checkpointsIn(
  history: MessageHistory,
  marks: ReadonlyMap<string, Checkpoint>,
): ReadonlyMap<string, Checkpoint> {
  const ids = new Set(history.messages().map((each) => each.role === 'user' && each.id));
  return new Map([...marks].filter(([id]) => ids.has(id)));
}
