import type { SessionSnapshot } from '../contracts/session-snapshot';
import type { AcpClient } from '../ports/acp';
import type { Llm } from '../ports/llm';
import { createAcpUpdates } from './acp-updates';
import { createApprover } from './approver';
import { createCallIds, type CallIds } from './call-ids';
import { createContextBudget, type ContextBudget } from './context/budget';
import type { AgentDeps } from './deps';
import { createDoomLoop, type DoomLoop } from './doom-loop';
import { createHistory, type History } from './history/history';
import { createOutbox } from './outbox';
import { createSpending } from './spending';
import type { TurnEnd } from './turn';
import type { SessionContext } from './turn-context';

/** What was so when the person sent a message, for a fork before it (DESIGN decision 44). */
export interface MessageMark {
  readonly snapshot: SessionSnapshot;
  /** What the person had run by hand and sent with it. */
  readonly notes: readonly HandRun[];
}

/** A call that the person ran by hand, as the model reads it. */
export interface HandRun {
  readonly toolCallId: string;
  readonly text: string;
}

/** What a chat begins with. */
export interface ChatStart {
  readonly history: History;
  readonly callIds: CallIds;
  readonly notes: readonly HandRun[];
  /** By message id. */
  readonly marks: ReadonlyMap<string, MessageMark>;
  /** Calls whose results have left the context: a mark may still know of them. */
  readonly forgotten: ReadonlySet<string>;
}

/** One chat, with what changes in it. */
export interface Chat extends SessionContext {
  readonly id: string;
  budget: ContextBudget;
  /** What the person ran by hand, for the model to read with the next message. */
  notes: readonly HandRun[];
  marks: ReadonlyMap<string, MessageMark>;
  readonly forgotten: Set<string>;
  /** How the last turn was left, where it can go on. */
  unfinished: TurnEnd['unfinished'];
  /** What the last turn offered, until it goes on. */
  offers: TurnEnd['offers'];
  /** Watches the rounds of the last message. */
  watch: DoomLoop;
  /** The model that was asked last. */
  llm: Llm | undefined;
  /** What needs to be said only once in a chat, and was. */
  readonly told: Set<string>;
}

export function emptyStart({ ids }: AgentDeps): ChatStart {
  return {
    history: createHistory(),
    callIds: createCallIds(ids),
    notes: [],
    marks: new Map(),
    forgotten: new Set(),
  };
}

export function createChat(
  id: string,
  deps: AgentDeps,
  client: AcpClient,
  { history, callIds, notes, marks, forgotten: before }: ChatStart,
): Chat {
  const forgotten = new Set(before);
  const outbox = createOutbox(client, id, deps.ids);
  const toUpdate = createAcpUpdates();
  return {
    id,
    deps,
    outbox,
    history,
    callIds,
    notes,
    marks,
    forgotten,
    budget: createContextBudget(),
    spending: createSpending(),
    approver: createApprover(client),
    onEvent: (event) => {
      const update = toUpdate(event);
      if (update !== undefined) outbox.update(update);
    },
    run: () => ({ sessionId: id, actorId: deps.actorId, tenantId: deps.tenantId() }),
    forgetSeen: (toolCallIds) => {
      for (const each of toolCallIds) forgotten.add(each);
      deps.runner.forgetSeen(id, toolCallIds);
    },
    unfinished: undefined,
    offers: undefined,
    watch: createDoomLoop(),
    llm: undefined,
    told: new Set(),
  };
}

/** A copy of all that stood before a message; undefined when it is not known any more. */
export function startBefore(
  { history, callIds, marks, forgotten }: Chat,
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
