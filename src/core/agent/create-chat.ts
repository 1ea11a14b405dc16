import type { AcpClient } from '../ports/acp';
import { createAcpUpdates } from './acp-updates';
import { createApprover } from './approver';
import { createCallIds } from './call-ids';
import type { Chat, ChatStart, MessageMark } from './chat';
import { createContextBudget } from './context/budget';
import type { AgentDeps } from './deps';
import { createDoomLoop } from './doom-loop';
import { createHistory, type History } from './history/history';
import { createOutbox } from './outbox';
import { createSpending } from './spending';
import { createChatRecord, newRecord, savingNews } from './stored/chat-record';
import { keepForgotten, keepSnapshot, keepState } from './stored/keep-state';

export function emptyStart({ ids }: AgentDeps, cwd: string): ChatStart {
  return {
    history: createHistory(),
    callIds: createCallIds(ids),
    notes: [],
    marks: new Map(),
    forgotten: new Set(),
    cwd,
  };
}

export function createChat(id: string, deps: AgentDeps, client: AcpClient, start: ChatStart): Chat {
  const { kept } = start;
  const forgotten = new Set(start.forgotten);
  const news = savingNews((level, text) => {
    outbox.notice(level, text);
  });
  const record = createChatRecord(id, deps, start.history, {
    start: kept?.record ?? newRecord,
    news,
  });
  const outbox = createOutbox(client, id, deps.ids, {
    note: record.note,
    endMessage: (messageId) => {
      record.transcript.endMessage(messageId);
    },
  });
  const toUpdate = createAcpUpdates();
  const chat: Chat = {
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
      keepForgotten({ record }, toolCallIds, forgotten.size);
      for (const each of toolCallIds) forgotten.add(each);
      deps.runner.forgetSeen(id, toolCallIds);
    },
    keepRound: () => {
      keepState(chat);
      keepSnapshot(chat);
    },
    unfinished: kept?.unfinished,
    offers: kept?.offers,
    atWork: false,
    watch: createDoomLoop(),
    llm: undefined,
    model: kept?.model,
    contextSize: kept?.contextSize,
    messages: kept?.messages ?? 0,
    told: new Set(kept?.told),
  };
  return chat;
}

/** A copy of all that stood before a message; undefined when it is not known any more. */
export function startBefore(
  { history, callIds, marks, forgotten, cwd }: Chat,
  messageId: string,
): (ChatStart & Pick<MessageMark, 'snapshot'>) | undefined {
  const mark = marks.get(messageId);
  const before = history.before(messageId);
  if (mark === undefined || before === undefined) return undefined;
  return {
    history: before,
    callIds: callIds.copy(),
    notes: mark.notes,
    marks: marksOf(before, marks),
    forgotten,
    cwd,
    snapshot: mark.snapshot,
  };
}

/** The marks of messages that the history still holds. */
export function marksOf(
  history: History,
  marks: ReadonlyMap<string, MessageMark>,
): ReadonlyMap<string, MessageMark> {
  const ids = new Set(history.messages().map((each) => each.role === 'user' && each.id));
  return new Map([...marks].filter(([id]) => ids.has(id)));
}
