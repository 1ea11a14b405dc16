import type { ReadPromptMeta, StopReason } from '../../contracts/chats/acp';
import type { ModelFacts } from '../../contracts/models';
import { isAborted } from '../../base/is-aborted';
import type { PromptContext, TurnContext } from '../conversation/conversation';
import type { TurnResult } from '../conversation/conversation-start';
import type { PromptContent } from '../acp/prompt-content';
import { runTurn } from './turn';
import * as notices from './turn-notices';
import { commandTitle } from '../../base/titles';
import { durationText } from '../../base/wording';
import type { EndedCommand } from '../../ports/terminals';

/**
 * Sends a message of the user and runs its turn. The message enters the history even if the model
 * cannot be opened, so that a retry needs no second message.
 */
export async function sendMessage(
  prompt: PromptContext,
  { text, context, images }: PromptContent,
  meta: ReadPromptMeta,
): Promise<StopReason> {
  const { chat } = prompt;
  chat.beginMessage();
  const ended = backgroundNote(chat.deps.background.takeEnded(chat.id));
  chat.addMessage({ id: meta.messageId, texts: [...ended, ...context, text], images });
  return runToEnd(prompt, meta.model);
}

/** Resumes the last turn where it stopped; completed rounds are not sent or run again. */
export async function resumeTurn(
  prompt: PromptContext,
  { model }: ReadPromptMeta,
): Promise<StopReason> {
  const { chat } = prompt;
  const waits = chat.history.resume();
  if (!waits && chat.unfinished === undefined) {
    chat.outbox.notice('info', notices.nothingToResume);
    return 'end_turn';
  }
  if (chat.unfinished === 'limit') chat.spending.allowMore(chat.deps.settings.limits());
  return runToEnd(prompt, model);
}

/** The request is durable before the turn starts. */
async function runToEnd(prompt: PromptContext, model: string): Promise<StopReason> {
  const { chat } = prompt;
  await chat.beginTurn(model);
  let result: TurnResult | undefined;
  try {
    result = await askModel(prompt, model);
    return result.reason;
  } finally {
    chat.endTurn(result);
  }
}

async function askModel(prompt: PromptContext, model: string): Promise<TurnResult> {
  const { chat, signal } = prompt;
  const llm = await chat.deps.llms.get(model, signal);
  if (isAborted(signal)) return { reason: 'cancelled', unfinished: 'other' };
  if (!llm.ok) {
    chat.outbox.notice('error', notices.failed(llm.failure), { action: 'retry' });
    return { reason: 'end_turn', unfinished: 'other', offers: 'retry' };
  }
  chat.useModel(llm.value);
  const turn = await beginTurn(prompt);
  notifyOnce(turn, llm.value.facts);
  const result = await runTurn(llm.value, turn);
  // The model was found to have no tools and said so itself.
  const { facts } = llm.value;
  if (facts.tools === 'none') chat.skipNotice(notices.plainChat(facts));
  return result;
}

/** Reads the workspace; the turn uses this state to its end. */
export async function beginTurn({ chat, signal }: PromptContext): Promise<TurnContext> {
  return { chat, signal, facts: await chat.deps.environment.context.read(signal) };
}

/** Shows notices about model and workspace, each once in a chat. */
function notifyOnce({ chat, facts }: TurnContext, model: ModelFacts): void {
  if (model.tools === 'none') chat.noticeOnce('info', notices.plainChat(model));
  const hasImages = chat.history.messages().some((each) => each.role === 'user' && each.images);
  if (!model.images && hasImages) chat.noticeOnce('warning', notices.noImages(model));
  const { costPerTurn, costPerChat } = chat.deps.settings.limits();
  if (model.prices === undefined && costPerTurn + costPerChat > 0) {
    const limit = costPerTurn > 0 ? 'costPerTurn' : 'costPerChat';
    chat.noticeOnce('warning', notices.unpriced(model, limit));
  }
  for (const problem of facts.problems) chat.noticeOnce('warning', problem);
}

/**
 * Note for the model, sent with the next message, on commands that ended in the background:
 * `[background] bg1 \`npm run build\` ended with exit code 1 after 3 min.`
 */
export function backgroundNote(ended: readonly EndedCommand[]): readonly string[] {
  return ended.length === 0 ? [] : [ended.map(line).join('\n')];
}

function line({ id, command, exit, stopped, durationMs }: EndedCommand): string {
  const title = commandTitle(command).replaceAll('`', "'");
  const after = `after ${durationText(durationMs)}`;
  return `[background] ${id} \`${title}\` ${howEnded(exit, stopped)} ${after}.`;
}

function howEnded(exit: EndedCommand['exit'], stopped: EndedCommand['stopped']): string {
  if (exit.endedBy === 'person' || (exit.endedBy === 'kill' && stopped === 'person')) {
    return 'was stopped by the user';
  }
  if (exit.endedBy === 'kill') return 'was stopped at the hard time limit';
  return exit.exitCodeKnown
    ? `ended with exit code ${String(exit.exitCode)}`
    : 'ended with an unknown exit code';
}
