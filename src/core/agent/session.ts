import type { ContentBlock, PromptRequest, StopReason } from '../contracts/acp';
import { isAborted } from '../base/is-aborted';
import { readObject, readString } from '../base/json-read';
import type { AcpClient } from '../ports/acp';
import { createAcpUpdates } from './acp-updates';
import { createApprover } from './approver';
import { backgroundNote } from './background-notes';
import { createCallIds } from './call-ids';
import type { AgentDeps } from './deps';
import { readTypedText, type TypedText } from './direct-call';
import { createHistory } from './history';
import { createOutbox } from './outbox';
import { describeCall, runCall } from './run-calls';
import { runTurn } from './turn';
import type { SessionContext, TurnContext } from './turn-context';

/** One chat: at most one turn at a time. */
export interface Session {
  prompt(request: PromptRequest): Promise<StopReason>;
  cancel(): void;
}

interface Chat extends SessionContext {
  /** What the person ran by hand, for the model to read with the next message. */
  notes: readonly string[];
}

export function createSession(id: string, deps: AgentDeps, client: AcpClient): Session {
  const outbox = createOutbox(client, id, deps.ids);
  const toUpdate = createAcpUpdates();
  const chat: Chat = {
    deps,
    outbox,
    history: createHistory(),
    callIds: createCallIds(deps.ids),
    approver: createApprover(client),
    onEvent: (event) => {
      const update = toUpdate(event);
      if (update !== undefined) outbox.update(update);
    },
    run: () => ({ sessionId: id, actorId: deps.actorId, tenantId: deps.tenantId() }),
    notes: [],
  };
  let active: AbortController | undefined;
  return {
    prompt: async (request) => {
      if (active !== undefined) {
        outbox.notice('warning', 'The agent is still working. Stop it first, or wait.');
        await outbox.flush();
        return 'end_turn';
      }
      const controller = new AbortController();
      active = controller;
      try {
        const reason = await handlePrompt(chat, request, controller.signal);
        return isAborted(controller.signal) ? 'cancelled' : reason;
      } finally {
        active = undefined;
        await outbox.flush();
      }
    },
    cancel: () => active?.abort(),
  };
}

async function handlePrompt(
  chat: Chat,
  request: PromptRequest,
  signal: AbortSignal,
): Promise<StopReason> {
  const turn: TurnContext = { ...chat, signal };
  const text = request.prompt.map(blockText).join('\n').trim();
  if (text === '') return tell(chat, 'warning', 'The message is empty.');
  const typed = readTypedText(text);
  switch (typed.type) {
    case 'malformed':
      return tell(chat, 'warning', typed.notice);
    case 'call':
      chat.notes = [...chat.notes, await runTyped(typed, turn)];
      return 'end_turn';
    case 'message':
      return askModel(chat, turn, { text, model: modelOf(request) });
  }
}

async function askModel(
  chat: Chat,
  turn: TurnContext,
  { text, model }: { readonly text: string; readonly model: string },
): Promise<StopReason> {
  const llm = await chat.deps.llms.get(model);
  // Nothing was sent, so nothing enters the history: the message can be sent again.
  if (!llm.ok) return tell(chat, 'error', llm.failure.message);
  const { sessionId } = turn.run();
  const ended = backgroundNote(chat.deps.background.takeEnded(sessionId));
  chat.history.addUser([...chat.notes, ...ended, text].join('\n\n'));
  chat.notes = [];
  return runTurn(llm.value, turn);
}

/** A call the person typed: the typing is the approval (DESIGN decision 37). */
async function runTyped(
  { tool, args }: Extract<TypedText, { type: 'call' }>,
  turn: TurnContext,
): Promise<string> {
  const toolCallId = turn.callIds.fresh();
  const call = { toolCallId, tool, args, phase: 'executor', origin: 'user', attempt: 0 } as const;
  const ran = await runCall(call, turn);
  return `The user ran ${describeCall(ran)} (${ran.outcome.status}). It answered:\n${ran.outcome.text}`;
}

function tell(chat: Chat, level: 'warning' | 'error', text: string): StopReason {
  chat.outbox.notice(level, text);
  return 'end_turn';
}

function modelOf(request: PromptRequest): string {
  return readString(readObject(request._meta, 'gatehouse'), 'model') ?? '';
}

/** Text and links are ACP's baseline; other content is not announced as understood. */
function blockText(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'resource_link':
      return block.uri;
    default:
      return '';
  }
}
