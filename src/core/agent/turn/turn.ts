import { type Failure, assertNever } from '../../contracts/failure';
import { isAborted } from '../../base/is-aborted';
import type { Llm, LlmEvent } from '../../ports/llm';
import { compactChat } from '../context/compaction';
import { fitContext } from '../context/fit-context';
import { nextRequest } from '../context/next-request';
import { countAnswer, reportUsage } from '../context/usage-updates';
import { withWarning } from '../conversation/doom-loop';
import { runCalls } from './run-calls';
import { streamAnswer, type ModelAnswer } from './stream-answer';
import type { TurnContext } from '../conversation/conversation';
import type { TurnResult } from '../conversation/conversation-start';
import * as notices from './turn-notices';

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
export async function runTurn(llm: Llm, turn: TurnContext): Promise<TurnResult> {
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

function failed(failure: Failure, { chat }: TurnContext): TurnResult {
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
