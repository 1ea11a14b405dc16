import type { ReadPromptMeta, StopReason } from '../../contracts/chats/acp';
import { type Failure, assertNever } from '../../contracts/failure';
import type { ModelFacts } from '../../contracts/models';
import type { Llm, LlmEvent } from '../../ports/llm';
import type { PromptContent } from '../acp/prompt-content';
import { compactChat } from '../context/compaction';
import { fitContext } from '../context/fit-context';
import { nextRequest } from '../context/next-request';
import { countAnswer, reportUsage } from '../context/usage-updates';
import type { PromptContext, TurnContext } from '../conversation/conversation';
import type { TurnResult } from '../conversation/conversation-start';
import { withWarning } from '../conversation/doom-loop';
import { backgroundNote } from './background-note';
import { runCalls } from './run-calls';
import { streamAnswer, type ModelAnswer } from './stream-answer';
import * as notices from './turn-notices';
import { isAborted } from '../../base/async';

/**
 * Sends a message of the user and runs its turn. The message enters the history even if the model
 * cannot be opened, so that a retry needs no second message.
 */
export async function sendMessage(
  prompt: PromptContext,
  { typed, text, context, images }: PromptContent,
  meta: ReadPromptMeta,
): Promise<StopReason> {
  const { chat } = prompt;
  chat.beginMessage();
  const ended = backgroundNote(chat.deps.background.takeEnded(chat.id));
  chat.addMessage({ id: meta.messageId, typed, texts: [...ended, ...context, text], images });
  return runTurn(prompt, meta.model);
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
  return runTurn(prompt, model);
}

/** The request is durable before the turn starts. */
async function runTurn(prompt: PromptContext, model: string): Promise<StopReason> {
  const { chat } = prompt;
  await chat.beginTurn(model);
  let result: TurnResult | undefined;
  try {
    result = await runWithModel(prompt, model);
    return result.reason;
  } finally {
    chat.endTurn(result);
  }
}

async function runWithModel(prompt: PromptContext, model: string): Promise<TurnResult> {
  const { chat, signal } = prompt;
  const llm = await chat.deps.llms.get(model, signal);
  if (isAborted(signal)) return cancelled;
  if (!llm.ok) return failed(llm.failure, prompt);
  chat.useModel(llm.value);
  const turn = await beginTurn(prompt);
  notifyOnce(turn, llm.value.facts);
  const result = await runRounds(llm.value, turn);
  // The model has no tools, and the answer has already said so.
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

type Finish = Extract<LlmEvent, { type: 'finish' }>;

interface TurnLoop {
  readonly llm: Llm;
  readonly turn: TurnContext;
  rounds: number;
  /** Consecutive pauses of the model. */
  pauses: number;
  /** A request was too long for the provider and was shortened. */
  shortened: boolean;
}

/** How often a paused model is continued before the user is asked. */
const maxPauses = 5;

const cancelled: TurnResult = { reason: 'cancelled', unfinished: 'other' };

/**
 * Asks the model and runs its calls until it makes none (003-loop-1). A tool error never ends the
 * turn (decision 34); however it ends, the history can be sent again.
 */
async function runRounds(llm: Llm, turn: TurnContext): Promise<TurnResult> {
  const loop: TurnLoop = { llm, turn, rounds: 0, pauses: 0, shortened: false };
  for (;;) {
    const end = (await beforeRound(loop)) ?? (await oneRound(loop));
    if (end !== undefined) return end;
  }
}

/** What ends the turn before the model is asked: a limit, or a request that is too long. */
async function beforeRound({ llm, turn }: TurnLoop): Promise<TurnResult | undefined> {
  const { spending, deps, outbox } = turn.chat;
  const limit = spending.reached(deps.settings.limits());
  if (limit !== undefined) {
    outbox.notice('warning', notices.overLimit(limit), { action: 'continue' });
    return { reason: 'max_turn_requests', unfinished: 'limit', offers: 'continue' };
  }
  const fits = await fitContext(llm, turn);
  if (isAborted(turn.signal)) return cancelled;
  return fits.ok ? undefined : failed(fits.failure, turn);
}

/** One answer of the model and its effects; undefined if the turn continues. */
async function oneRound(loop: TurnLoop): Promise<TurnResult | undefined> {
  const answer = await ask(loop);
  const { end, said } = answer;
  const { llm, turn } = loop;
  if (end.type === 'error' && end.tooLong === true && (await shorten(loop))) return undefined;
  if (end.type !== 'finish') return brokeOff(answer, loop);
  if (end.reason === 'tool_calls' && end.calls.length > 0) return runRound(answer, end, loop);
  turn.chat.history.addAnswer(said);
  reportUsage(llm, turn);
  if (end.reason !== 'paused') return finished(end, turn);
  loop.pauses += 1;
  if (loop.pauses <= maxPauses) return undefined;
  turn.chat.outbox.notice('warning', notices.pausedTooOften, { action: 'continue' });
  return { reason: 'end_turn', unfinished: 'other', offers: 'continue' };
}

async function ask({ llm, turn }: TurnLoop): Promise<ModelAnswer> {
  const request = nextRequest(turn, llm);
  const answer = await streamAnswer(llm, request, turn);
  const { end, written } = answer;
  const usage = end.type === 'cancelled' ? undefined : end.usage;
  // A request that failed before the first word costs nothing.
  if (usage !== undefined || written !== '') {
    const calls = end.type === 'finish' ? end.calls : [];
    countAnswer({ llm, request, said: written, calls, usage: usage ?? {} }, turn.chat);
  }
  if (usage !== undefined) turn.chat.budget.learn(request, usage);
  return answer;
}

async function runRound(
  { said }: ModelAnswer,
  { calls: requests }: Finish,
  loop: TurnLoop,
): Promise<TurnResult | undefined> {
  const { llm, turn } = loop;
  const { chat } = turn;
  loop.pauses = 0;
  loop.rounds += 1;
  const calls = requests.map((request) => chat.callIds.assign(request));
  chat.history.beginRound(said, calls);
  await chat.commit();
  const answered = await runCalls(calls, turn);
  const verdict = chat.doomLoop.judge(answered);
  const answers = answered.map(({ answer }) => answer);
  chat.history.addRound(said, calls, withWarning(answers, verdict));
  chat.saveRound();
  reportUsage(llm, turn);
  if (isAborted(turn.signal)) return cancelled;
  if (verdict === 'stop') {
    chat.outbox.notice('warning', notices.stuck);
    return { reason: 'end_turn' };
  }
  if (loop.rounds < chat.deps.settings.maxIterations()) return undefined;
  chat.outbox.notice('warning', notices.capped(loop.rounds), { action: 'continue' });
  return { reason: 'max_turn_requests', unfinished: 'other', offers: 'continue' };
}

/**
 * Compresses a request that a provider finds too long, once in a turn: our estimate was too low, or
 * the model takes less than was known.
 */
async function shorten(loop: TurnLoop): Promise<boolean> {
  if (loop.shortened) return false;
  loop.shortened = true;
  const { llm, turn } = loop;
  const done = await compactChat(turn.chat, { method: 'triggered', llm, signal: turn.signal });
  return done.ok;
}

/** The partial text stays in the history until the turn is resumed. */
function brokeOff({ said, end }: ModelAnswer, { llm, turn }: TurnLoop): TurnResult {
  turn.chat.history.addBroken(said);
  reportUsage(llm, turn);
  if (isAborted(turn.signal) && end.type === 'error') return cancelled;
  if (end.type === 'error') return failed(end.failure, turn);
  if (end.type === 'cancelled' && end.waiting) {
    turn.chat.outbox.notice('info', notices.stoppedWaiting, { action: 'retry' });
    return { ...cancelled, offers: 'retry' };
  }
  return cancelled;
}

function failed(failure: Failure, { chat }: PromptContext): TurnResult {
  chat.outbox.notice('error', notices.failed(failure), { action: 'retry' });
  return { reason: 'end_turn', unfinished: 'other', offers: 'retry' };
}

function finished({ reason }: Finish, { chat }: TurnContext): TurnResult {
  const { outbox } = chat;
  switch (reason) {
    case 'stop':
    case 'tool_calls':
    case 'paused':
      return { reason: 'end_turn' };
    case 'length':
      outbox.notice('warning', notices.tooLong);
      return { reason: 'max_tokens' };
    case 'filtered':
      outbox.notice('warning', notices.filtered);
      return { reason: 'refusal' };
    default:
      return assertNever(reason);
  }
}
