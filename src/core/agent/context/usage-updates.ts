import type { UsageMeta } from '../../contracts/chats/acp';
import type { Llm, LlmRequest, LlmEvent } from '../../ports/llm';
import { nextRequest } from './next-request';
import { answerRoom } from '../conversation/context-budget';
import type { Conversation, TurnContext } from '../conversation/conversation';
import type { ToolRequest, TokenUsage } from '../../contracts/chats/messages';
import { dense } from '../../contracts/schema-parts';
import { estimateTokens } from '../../base/estimate-tokens';
import { abortable } from '../../base/async';

/** Reports how full the context is and what the chat has used (ACP `usage_update`). */
export function reportUsage(turn: TurnContext): void {
  const { chat, llm } = turn;
  sendUsage(chat.budget.estimate(nextRequest(turn)), llm, chat);
}

export function reportNoUsage(chat: Conversation): void {
  sendUsage(0, chat.llm, chat);
}

function sendUsage(used: number, llm: Llm | undefined, chat: Conversation): void {
  const size = llm === undefined ? chat.contextSize : chat.limitOf(llm);
  if (size === undefined) return;
  const { cost, ...totals } = chat.spending.totals();
  const reservedTokens = llm && reservedOf(llm, size);
  const meta: UsageMeta = { ...totals, ...dense({ reservedTokens }) };
  chat.outbox.update({
    sessionUpdate: 'usage_update',
    used,
    size,
    ...(cost === undefined ? {} : { cost: { amount: cost, currency: 'USD' } }),
    _meta: { gatehouse: meta },
  });
}

/** What a request leaves to the answer; undefined if the user's own limit is lower. */
function reservedOf({ facts }: Llm, size: number): number | undefined {
  const left = facts.contextTokens - size;
  return left === answerRoom(facts) ? left : undefined;
}

export interface PaidAnswer {
  readonly llm: Llm;
  readonly request: LlmRequest;
  readonly said: string;
  readonly calls?: readonly ToolRequest[];
  readonly usage: TokenUsage;
}

/** Adds an answer to the usage of the chat; numbers the provider omits are estimated. */
export function countAnswer(
  { llm, request, said, calls = [], usage }: PaidAnswer,
  { budget, spending }: Conversation,
): void {
  const written = calls.reduce((all, call) => all + call.name + call.argsText, said);
  spending.add(llm.facts, usage, {
    inputTokens: budget.estimate(request),
    outputTokens: estimateTokens(written),
  });
}

interface Question {
  readonly llm: Llm;
  readonly request: LlmRequest;
  readonly signal: AbortSignal;
  readonly onEvent?: (event: LlmEvent) => void;
}

export interface QuestionAnswer {
  readonly said: string;
  /** Undefined if the answer broke off without an end. */
  readonly end: Extract<LlmEvent, { type: 'finish' | 'error' }> | undefined;
}

/** Asks a model a question whose answer is no part of the conversation; its cost counts in it. */
export async function askOnce(
  { llm, request, signal, onEvent }: Question,
  chat: Conversation,
): Promise<QuestionAnswer> {
  const texts: string[] = [];
  let end: QuestionAnswer['end'];
  for await (const event of abortable(llm.stream(request, signal), signal)) {
    onEvent?.(event);
    if (event.type === 'finish' || event.type === 'error') end = event;
    else if (event.type === 'text') texts.push(event.text);
  }
  const said = texts.join('');
  if (said !== '' || end?.usage !== undefined) {
    countAnswer({ llm, request, said, usage: end?.usage ?? {} }, chat);
  }
  return { said, end };
}
