import type { ContentBlock, PromptRequest, StopReason } from '../contracts/chats/acp';
import { assertNever } from '../contracts/failure';
import { isAborted } from '../base/is-aborted';
import { resumeTurn, sendMessage } from './turn/start-turn';
import type { Conversation, UserRun, PromptContext } from './conversation/conversation';
import { runCommand } from './commands/run-command';
import { compactChat } from './context/compaction';
import { readTypedText, type TypedText } from './commands/typed-text';
import {
  fencedData,
  readPromptContent,
  readPromptMeta,
  type ReadPromptMeta,
} from './acp/prompt-content';
import { describeCall, runCall, type RanCall } from './turn/run-calls';
import { saveUserRun, saveSnapshot, saveState } from './conversation/saved-state';
import { canContinue } from './turn/turn-notices';
import { titleOf } from '../base/titles';

/** One chat: at most one turn at a time. */
export interface AgentSession {
  prompt(request: PromptRequest): Promise<StopReason>;
  cancel(): void;
  /** Resolves when nothing runs in it. */
  ended(): Promise<void>;
}

/** A prompt that runs, or waits for a stopped one to end. */
interface Running {
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

const stillEnding = 'The stopped turn is still ending. Your message runs after it.';
const nothing = () => undefined;

export function createAgentSession(chat: Conversation): AgentSession {
  let running: Running | undefined;
  const { saveQueue: writer } = chat.record;
  return {
    prompt: async (request) => {
      const before = running;
      if (before !== undefined && !isAborted(before.controller.signal)) {
        chat.outbox.notice('warning', 'The agent is still working. Stop it first, or wait.');
        await chat.outbox.flush();
        return 'end_turn';
      }
      if (before !== undefined) chat.outbox.notice('info', stillEnding);
      const controller = new AbortController();
      const { signal } = controller;
      const answer = (before?.ended ?? Promise.resolve()).then(() =>
        handlePrompt(chat, request, signal),
      );
      // The sender gets the failure; those who wait for the end do not.
      const mine: Running = { controller, ended: answer.then(nothing, nothing) };
      running = mine;
      writer.useShortTimeout(false);
      try {
        const reason = await answer;
        return isAborted(signal) ? 'cancelled' : reason;
      } finally {
        if (running === mine) running = undefined;
        await writer.commit();
        await chat.outbox.flush();
      }
    },
    cancel: () => {
      if (running === undefined) return;
      running.controller.abort();
      writer.useShortTimeout(true);
    },
    ended: () => running?.ended ?? Promise.resolve(),
  };
}

async function handlePrompt(
  chat: Conversation,
  request: PromptRequest,
  signal: AbortSignal,
): Promise<StopReason> {
  const prompt: PromptContext = { ...chat, signal };
  const meta = readPromptMeta(request);
  // Registered only during a prompt, since nothing calls the tool between prompts.
  const compaction = chat.deps.compactions.register(chat.id, (stop) =>
    compressItself(chat, meta.model, stop),
  );
  try {
    return meta.resume
      ? await resumeTurn(chat, prompt, meta)
      : await handleContent(chat, prompt, request.prompt, meta);
  } finally {
    compaction.dispose();
  }
}

/** The tool compress_context: the model calls it during a round (000-compress-1). */
async function compressItself(chat: Conversation, model: string, signal: AbortSignal) {
  const llm = await chat.deps.llms.get(model, signal);
  return llm.ok ? compactChat(chat, { method: 'autonomous', llm: llm.value, signal }) : llm;
}

async function handleContent(
  chat: Conversation,
  prompt: PromptContext,
  blocks: readonly ContentBlock[],
  meta: ReadPromptMeta,
): Promise<StopReason> {
  const content = readPromptContent(blocks);
  const { text, context, images } = content;
  const isPlain = text === content.typed && context.length === 0 && images.length === 0;
  if (text === '' && isPlain) return warnUser(chat, 'The message is empty.');
  recordMessage(chat, { id: meta.messageId, blocks, typed: content.typed });
  const typed = readTypedText(content.typed);
  if (typed.type === 'message') return sendMessage(chat, prompt, content, meta);
  await chat.record.saveQueue.commit();
  if (!isPlain) chat.outbox.notice('info', notSent);
  const reason = await handleTyped(chat, prompt, typed, meta);
  // The command may have fixed the problem, and the button is above its output: show it again.
  if (chat.offers !== undefined && !isAborted(prompt.signal)) {
    chat.outbox.notice('info', canContinue, { action: chat.offers });
  }
  return reason;
}

async function handleTyped(
  chat: Conversation,
  prompt: PromptContext,
  typed: Exclude<TypedText, { type: 'message' }>,
  meta: ReadPromptMeta,
): Promise<StopReason> {
  switch (typed.type) {
    case 'malformed':
      return warnUser(chat, typed.notice);
    case 'command':
      await runCommand(typed.name, chat, prompt, meta.model);
      return 'end_turn';
    case 'call':
      await runTyped(typed, chat, prompt);
      return 'end_turn';
    default:
      return assertNever(typed);
  }
}

const notSent = 'Attachments are only sent with messages to the model. This command ignored them.';

/** Runs a typed call: typing it is the approval (decision 37). */
async function runTyped(
  { tool, args }: Extract<TypedText, { type: 'call' }>,
  chat: Conversation,
  prompt: PromptContext,
): Promise<void> {
  const toolCallId = prompt.callIds.fresh();
  const call = { toolCallId, tool, args, phase: 'executor', origin: 'user', attempt: 0 } as const;
  const ran = await runCall(call, prompt);
  const note = noteOf(toolCallId, ran);
  chat.userRuns = [...chat.userRuns, note];
  saveUserRun(chat, note);
  saveSnapshot(chat);
  saveState(chat);
  ran.announceEnd();
}

function noteOf(toolCallId: string, ran: RanCall): UserRun {
  const { status, text } = ran.outcome;
  const heading = `The user ran ${describeCall(ran)} (${status}). It answered`;
  return { toolCallId, text: fencedData(heading, text) };
}

function warnUser(chat: Conversation, text: string): StopReason {
  chat.outbox.notice('warning', text);
  return 'end_turn';
}

export interface SentMessage {
  /** Undefined if the client sends none. */
  readonly id: string | undefined;
  readonly blocks: readonly ContentBlock[];
  /** The typed part. */
  readonly typed: string;
}

/** Records a user message as it was sent; the first one names the chat. */
function recordMessage(chat: Conversation, { id, blocks, typed }: SentMessage): void {
  const { record, deps, cwd } = chat;
  const isNew = record.saveQueue.open();
  record.transcript.userMessage(id ?? deps.ids.uuid(), blocks);
  if (isNew) {
    record.saveQueue.stage({ facts: { title: titleOf(typed), isNamed: false, cwd } });
  } else if (chat.messages === 0) {
    void rename(chat, titleOf(typed));
  }
  chat.messages += 1;
  saveState(chat);
}

/** After /clear; a name that the user gave stays. No caller waits for it. */
async function rename({ record, deps, id }: Conversation, title: string): Promise<void> {
  const stored = await deps.conversations.read(id);
  if (stored.ok && !stored.value.info.isNamed) record.saveQueue.stage({ facts: { title } });
}
