import { say, type Sentence } from '../base/sentence';
import {
  parseMeta,
  promptMeta,
  type ContentBlock,
  type PromptRequest,
  type ReadPromptMeta,
  type StopReason,
} from '../contracts/chats/acp';
import { assertNever, saidOf } from '../contracts/failure';
import { getPrompt, type TypedPrompt } from './turn/read-attached';
import { resumeTurn, sendMessage } from './turn/turn';
import type { Conversation, PromptContext } from './conversation/conversation';
import type { UserRun } from './conversation/conversation-start';
import { runCommand } from './commands/run-command';
import { compactChat } from './context/compaction';
import { isPlainLine, readTypedText, type TypedText } from './commands/typed-text';
import { fencedData, readPromptContent, type PromptContent } from './acp/prompt-content';
import { describeCall, runEdited, type RanCall } from './turn/run-calls';
import { canContinue } from './turn/turn-notices';
import { isAborted } from '../base/async';

interface Running {
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

const stillWorking = say`The agent is still working. Stop it first, or wait.`;
const stillEnding = say`The stopped turn is still ending. Your message is sent when it has ended.`;
const nothing = () => undefined;

/** One chat: at most one turn at a time. */
export class AgentSession {
  private running: Running | undefined;

  constructor(readonly chat: Conversation) {}

  async prompt(request: PromptRequest): Promise<StopReason> {
    const { chat, running: before } = this;
    if (before !== undefined && !isAborted(before.controller.signal)) {
      chat.outbox.notice('warning', stillWorking);
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
    this.running = mine;
    chat.saves.useShortTimeout(false);
    try {
      const reason = await answer;
      return isAborted(signal) ? 'cancelled' : reason;
    } finally {
      if (this.running === mine) this.running = undefined;
      await chat.saves.commit();
      await chat.outbox.flush();
    }
  }

  cancel(): void {
    if (this.running === undefined) return;
    this.running.controller.abort();
    this.chat.saves.useShortTimeout(true);
  }

  /** Resolves when nothing runs in it. */
  ended(): Promise<void> {
    return this.running?.ended ?? Promise.resolve();
  }
}

async function handlePrompt(
  chat: Conversation,
  request: PromptRequest,
  signal: AbortSignal,
): Promise<StopReason> {
  const prompt: PromptContext = { chat, signal };
  const meta = parseMeta(promptMeta, request._meta);
  // Registered only during a prompt, since nothing calls the tool between prompts.
  const compaction = chat.deps.compactions.register(chat.id, (stop) =>
    compressItself(chat, meta.model, stop),
  );
  try {
    return meta.resume
      ? await resumeTurn(prompt, meta)
      : await handleContent(prompt, request.prompt, meta);
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
  prompt: PromptContext,
  blocks: readonly ContentBlock[],
  meta: ReadPromptMeta,
): Promise<StopReason> {
  const { chat } = prompt;
  const content = readPromptContent(blocks);
  const { text, context, images } = content;
  const isPlain = text === content.typed && context.length === 0 && images.length === 0;
  if (text === '' && isPlain) return warnUser(chat, say`The message is empty.`);
  chat.recordMessage({ id: meta.messageId, blocks, typed: content.typed });
  const typed = readTypedText(content.typed);
  if (typed.type === 'message') return sendMessage(prompt, content, meta);
  const isApproved = meta.isKeyed && isPlainLine(content.typed);
  if (typed.type === 'prompt') return sendPrompt({ ...typed, isApproved }, prompt, content, meta);
  await chat.saves.commit();
  if (!isPlain) chat.outbox.notice('info', notSent);
  const reason = await handleTyped(typed, prompt, meta.model, isApproved);
  // The command may have fixed the problem, and the button is above its output: show it again.
  if (chat.offers !== undefined && !isAborted(prompt.signal)) {
    chat.outbox.notice('info', canContinue, { action: chat.offers });
  }
  return reason;
}

async function handleTyped(
  typed: Exclude<TypedText, { type: 'message' | 'prompt' }>,
  prompt: PromptContext,
  model: string,
  isApproved: boolean,
): Promise<StopReason> {
  switch (typed.type) {
    case 'malformed':
      return warnUser(prompt.chat, typed.notice);
    case 'command':
      await runCommand(typed.name, prompt, model);
      return 'end_turn';
    case 'shell':
      return runShell(typed.command, prompt, isApproved);
    case 'call':
      await runTyped(typed, prompt, isApproved);
      return 'end_turn';
    default:
      return assertNever(typed);
  }
}

const notSent = say`Attachments are only sent with messages to the model. This command ignored them.`;

/**
 * Sends a message with the prompt of an MCP server that it names (003-mcp-13). Without the prompt
 * nothing is sent.
 */
async function sendPrompt(
  typed: TypedPrompt & { readonly isApproved: boolean },
  prompt: PromptContext,
  content: PromptContent,
  meta: ReadPromptMeta,
): Promise<StopReason> {
  const { chat } = prompt;
  await chat.saves.commit();
  const snapshot = chat.deps.runner.snapshot(chat.id);
  const ran = await getPrompt(typed, prompt, typed.isApproved);
  const { failure, text, toolCallId } = ran.outcome;
  ran.announceEnd();
  if (failure === undefined) {
    return sendMessage(prompt, content, meta, { snapshot, texts: [text], calls: [toolCallId] });
  }
  return isAborted(prompt.signal)
    ? 'cancelled'
    : warnUser(chat, say`The message was not sent: ${saidOf(failure)}`);
}

/** Runs a typed command by the tool that runs commands (decision 37). */
async function runShell(
  command: string,
  prompt: PromptContext,
  isApproved: boolean,
): Promise<StopReason> {
  const [tool] = prompt.chat.deps.runner.toolsWith('runsCommand');
  if (tool === undefined) return warnUser(prompt.chat, say`No tool here runs shell commands.`);
  await runTyped({ tool, args: JSON.stringify({ command }) }, prompt, isApproved);
  return 'end_turn';
}

/** Runs a typed call: keying it in is the approval (decisions 37 and 75). */
async function runTyped(
  { tool, args }: Pick<Extract<TypedText, { type: 'call' }>, 'tool' | 'args'>,
  prompt: PromptContext,
  isApproved: boolean,
): Promise<void> {
  const { chat } = prompt;
  const toolCallId = chat.callIds.fresh();
  const call = { toolCallId, tool, args, phase: 'executor', origin: 'user', attempt: 0 } as const;
  const { ran } = await runEdited(isApproved ? { ...call, isKeyed: true } : call, prompt);
  chat.addUserRun(noteOf(ran));
  chat.saveRound();
  ran.announceEnd();
}

function noteOf(ran: RanCall): UserRun {
  const { toolCallId, status, text } = ran.outcome;
  const heading = `The user ran ${describeCall(ran)} (${status}). It answered`;
  return { toolCallId, text: fencedData(heading, text) };
}

function warnUser(chat: Conversation, text: Sentence): StopReason {
  chat.outbox.notice('warning', text);
  return 'end_turn';
}
