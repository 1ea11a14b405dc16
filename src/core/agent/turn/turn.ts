import { asIs, say } from '../../base/sentence';
import type { ReadPromptMeta, StopReason } from '../../contracts/chats/acp';
import { type Failure, assertNever, failure } from '../../contracts/failure';
import type { SessionSnapshot } from '../../contracts/chats/session-snapshot';
import type { Llm, LlmEvent, LlmRequest } from '../../ports/llm';
import type { PromptContent } from '../acp/prompt-content';
import { compactChat } from '../context/compaction';
import { fitContext } from '../context/fit-context';
import { nextRequest } from '../context/next-request';
import { countAnswer, reportUsage } from '../context/usage-updates';
import type { PromptContext, TurnContext } from '../conversation/conversation';
import type { TurnResult } from '../conversation/conversation-start';
import { withWarning } from '../conversation/doom-loop';
import { AnswerDisplay, type AnswerFinish, type ModelAnswer } from './answer-display';
import { backgroundNote } from './turn-notices';
import { readAttached, unreadText, type ReadContext } from './read-attached';
import { runCalls } from './run-calls';
import { verifyChanges } from './verify-changes';
import * as notices from './turn-notices';
import { abortable, isAborted } from '../../base/async';

/** What was read for a message before it is sent, and the state of the chat before that. */
interface ReadBefore extends ReadContext {
  readonly snapshot: SessionSnapshot;
}

/** The message enters the history even if no model opens, so that a retry needs no second one. */
export async function sendMessage(
  prompt: PromptContext,
  { typed, text, context, images }: PromptContent,
  meta: ReadPromptMeta,
  before: ReadBefore = {
    ...{ snapshot: prompt.chat.deps.runner.snapshot(prompt.chat.id), texts: [], calls: [] },
  },
): Promise<StopReason> {
  const { chat } = prompt;
  chat.beginMessage();
  const ended = backgroundNote(chat.deps.background.takeEnded(chat.id));
  const { snapshot } = before;
  const around = (read: readonly string[]) => [...ended, ...read, ...before.texts, text];
  const texts = around(context.map(unreadText));
  const embedded = context.filter(({ reads }) => reads === undefined).map(({ name }) => name);
  for (const name of [...embedded, ...images.map(({ mediaType }) => mediaType)]) {
    chat.deps.runner.noteRead(chat.id, 'private', name);
  }
  const complete = chat.addMessage({ id: meta.messageId, typed, images, texts, snapshot });
  if (before.calls.length > 0) complete(texts, before.calls);
  if (context.length === 0) return runTurn(prompt, meta.model);
  // A crash meanwhile loses no message: it is durable, and the reopened chat offers a retry.
  return runTurn(prompt, meta.model, async () => {
    const read = await readAttached(context, prompt);
    complete(around(read.texts), [...read.calls, ...before.calls]);
  });
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

/** The request is durable before the turn starts, which first reads what belongs to it. */
async function runTurn(
  prompt: PromptContext,
  model: string,
  read: () => Promise<void> = () => Promise.resolve(),
): Promise<StopReason> {
  const { chat } = prompt;
  await chat.beginTurn(model);
  let result: TurnResult | undefined;
  try {
    await read();
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
  const turn = await beginTurn(prompt, llm.value);
  notifyOnce(turn);
  const calls: string[] = [];
  const before = chat.deps.environment.checks.remember();
  const result = await new TurnLoop(turn, calls).run();
  await verifyChanges(prompt, { before, calls });
  // The model has no tools, and the answer has already said so.
  const { facts } = llm.value;
  if (facts.tools === 'none') chat.notices.skip(notices.plainChat(facts));
  return result;
}

export async function beginTurn({ chat, signal }: PromptContext, llm: Llm): Promise<TurnContext> {
  return { chat, signal, llm, facts: await chat.deps.environment.context.read(signal) };
}

function notifyOnce({ chat, facts, llm }: TurnContext): void {
  const model = llm.facts;
  if (model.tools === 'none') {
    chat.notices.showOnce('info', notices.plainChat(model), { action: 'fenced' });
  }
  const hasImages = chat.history.messages().some((each) => each.role === 'user' && each.images);
  if (!model.images && hasImages) chat.notices.showOnce('warning', notices.noImages(model));
  const { costPerTurn, costPerChat } = chat.deps.settings.limits();
  if (model.prices === undefined && costPerTurn + costPerChat > 0) {
    const limit = costPerTurn > 0 ? 'costPerTurn' : 'costPerChat';
    chat.notices.showOnce('warning', notices.unpriced(model, limit));
  }
  const { rules, goneRules = [] } = facts;
  if (rules.length + goneRules.length > 0) {
    const versions = rules.map(({ path, version }) => `${path} ${version}`);
    const key = `rules: ${versions.join(', ')}`;
    chat.notices.showOnce('info', notices.rulesInForce(rules, goneRules), { key });
  }
  for (const problem of facts.problems) chat.notices.showOnce('warning', asIs(problem));
}

type FinishEvent = Extract<LlmEvent, { type: 'finish' }>;

/** How often a paused model is continued before the user is asked. */
const maxPauses = 5;

const cancelled: TurnResult = { reason: 'cancelled', unfinished: 'other' };

const noEnd = failure('execution', say`The model's answer ended without a finish reason.`, {
  category: 'server_error',
});

class TurnLoop {
  private rounds = 0;
  private pauses = 0;
  /** A request was too long for the provider and was shortened. */
  private isShortened = false;

  /** `ran` receives the ids of its calls. */
  constructor(
    private readonly turn: TurnContext,
    private readonly ran: string[],
  ) {}

  /** Until the model makes no call (003-loop-1). A tool error never ends the turn (decision 34). */
  async run(): Promise<TurnResult> {
    for (;;) {
      const end = (await this.beforeRound()) ?? (await this.oneRound());
      if (end !== undefined) return end;
    }
  }

  /** What ends the turn before the model is asked: a limit, or a request that is too long. */
  private async beforeRound(): Promise<TurnResult | undefined> {
    const { turn } = this;
    const { spending, deps, outbox } = turn.chat;
    const limit = spending.reached(deps.settings.limits());
    if (limit !== undefined) {
      outbox.notice('warning', notices.overLimit(limit), { action: 'continue' });
      return { reason: 'max_turn_requests', unfinished: 'limit', offers: 'continue' };
    }
    const fits = await fitContext(turn);
    if (isAborted(turn.signal)) return cancelled;
    return fits.ok ? undefined : failed(fits.failure, turn);
  }

  /** One answer of the model and its effects; undefined if the turn continues. */
  private async oneRound(): Promise<TurnResult | undefined> {
    const { turn } = this;
    const answer = await this.ask();
    const { end, said } = answer;
    if (end.type === 'error' && end.tooLong === true && (await this.shorten())) return undefined;
    if (end.type !== 'finish') return this.brokeOff(answer);
    if (end.reason === 'tool_calls' && end.calls.length > 0) return this.runRound(said, end.calls);
    turn.chat.history.addAnswer(said);
    reportUsage(turn);
    if (end.reason !== 'paused') return finished(end, turn);
    this.pauses += 1;
    if (this.pauses <= maxPauses) return undefined;
    turn.chat.outbox.notice('warning', notices.pausedTooOften, { action: 'continue' });
    return { reason: 'end_turn', unfinished: 'other', offers: 'continue' };
  }

  private async ask(): Promise<ModelAnswer> {
    const { turn } = this;
    const { chat, llm } = turn;
    const request = nextRequest(turn);
    const answer = await this.stream(request);
    const { end, written } = answer;
    const usage = end.type === 'cancelled' ? undefined : end.usage;
    // A request that failed before the first word costs nothing.
    if (usage !== undefined || written !== '') {
      const calls = end.type === 'finish' ? end.calls : [];
      countAnswer({ llm, request, said: written, calls, usage: usage ?? {} }, chat);
    }
    if (usage !== undefined) chat.budget.learn(request, usage);
    return answer;
  }

  private async stream(request: LlmRequest): Promise<ModelAnswer> {
    const { chat, llm, signal } = this.turn;
    const display = new AnswerDisplay(chat);
    const ended = (end: AnswerFinish) => display.end(isAborted(signal) ? undefined : end);
    for await (const event of abortable(llm.stream(request, signal), signal)) {
      if (event.type === 'finish' || event.type === 'error') return ended(event);
      display.show(event);
      if (display.isFull) return ended({ type: 'finish', reason: 'length', calls: [], usage: {} });
    }
    return ended({ type: 'error', failure: noEnd });
  }

  private async runRound(
    said: ModelAnswer['said'],
    requests: FinishEvent['calls'],
  ): Promise<TurnResult | undefined> {
    const { turn } = this;
    const { chat } = turn;
    this.pauses = 0;
    this.rounds += 1;
    const calls = requests.map((request) => chat.callIds.assign(request));
    chat.history.beginRound(said, calls);
    await chat.saves.commit();
    const answered = await runCalls(calls, turn);
    const verdict = chat.doomLoop.judge(answered);
    const answers = answered.map(({ answer }) => answer);
    this.ran.push(...answers.map(({ toolCallId, ranAs }) => ranAs ?? toolCallId));
    chat.history.addRound(said, calls, withWarning(answers, verdict));
    chat.saveRound();
    reportUsage(turn);
    if (isAborted(turn.signal)) return cancelled;
    if (verdict === 'stop') {
      chat.outbox.notice('warning', notices.stuck);
      return { reason: 'end_turn' };
    }
    if (this.rounds < chat.deps.settings.maxIterations()) return undefined;
    chat.outbox.notice('warning', notices.capped(this.rounds), { action: 'continue' });
    return { reason: 'max_turn_requests', unfinished: 'other', offers: 'continue' };
  }

  /** Once in a turn: our estimate was too low, or the model takes less than was known. */
  private async shorten(): Promise<boolean> {
    if (this.isShortened) return false;
    this.isShortened = true;
    const { chat, llm, signal } = this.turn;
    return (await compactChat(chat, { method: 'triggered', llm, signal })).ok;
  }

  /** The partial text stays in the history until the turn is resumed. */
  private brokeOff({ said, end }: ModelAnswer): TurnResult {
    const { turn } = this;
    turn.chat.history.addBroken(said);
    reportUsage(turn);
    if (isAborted(turn.signal) && end.type === 'error') return cancelled;
    if (end.type === 'error') return failed(end.failure, turn);
    if (end.type === 'cancelled' && end.waiting) {
      turn.chat.outbox.notice('info', notices.stoppedWaiting, { action: 'retry' });
      return { ...cancelled, offers: 'retry' };
    }
    return cancelled;
  }
}

function failed(why: Failure, { chat }: PromptContext): TurnResult {
  chat.outbox.notice('error', notices.failed(why), { action: 'retry' });
  return { reason: 'end_turn', unfinished: 'other', offers: 'retry' };
}

function finished({ reason }: FinishEvent, { chat }: TurnContext): TurnResult {
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
