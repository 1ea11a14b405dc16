import type { ChatMessage, TokenUsage } from '../../contracts/chats/messages';
import type { ToolSpec } from '../../contracts/tool-spec';
import { estimateTokens } from '../../base/estimate-tokens';
import type { LlmRequest } from '../../ports/llm';
import type { ModelFacts } from '../../contracts/models';

/** Knows how many tokens a request takes, by estimate, and better with each answer. */
export interface ContextBudget {
  /**
   * Estimated tokens of the request, corrected by what the provider has reported so far. The parts
   * of a request add up to the whole, but for rounding.
   */
  estimate(request: Partial<LlmRequest>): number;
  /** Learns from what the provider says that this request took. */
  learn(request: LlmRequest, usage: TokenUsage): void;
  /**
   * A compression failed when a request took so many tokens: the next one waits until it takes a
   * tenth more, so that a failure is not paid for in each round.
   */
  compactionFailed(tokens: number): void;
  mayCompact(tokens: number): boolean;
}

/** Overhead of a message, a call and a definition on the wire. */
const perMessage = 4;
const perCall = 8;
const perTool = 12;
/** Of a picture as vendors scale it; none says more than this for one. */
const perImage = 1_600;

const least = 0.5;
const most = 2;
const growthBeforeRetry = 1.1;
/** How much the newest answer counts against all before it. */
const weight = 0.5;

export function createContextBudget(): ContextBudget {
  const estimateRaw = createEstimator();
  let factor = 1;
  let failedAt = 0;
  return {
    estimate: (request) => Math.ceil(estimateRaw(request) * factor),
    learn: (request, { inputTokens = 0 }) => {
      const ratio = inputTokens / estimateRaw(request);
      // So little is no measure: such a server leaves out what it had cached.
      if (!Number.isFinite(ratio) || ratio < least) return;
      factor += (Math.min(ratio, most) - factor) * weight;
    },
    compactionFailed: (tokens) => {
      failedAt = tokens;
    },
    mayCompact: (tokens) => tokens >= failedAt * growthBeforeRetry,
  };
}

/** Reads each message, definition and block of the system prompt once. */
function createEstimator(): (request: Partial<LlmRequest>) => number {
  const known = new WeakMap<ChatMessage | ToolSpec, number>();
  let blocks: ReadonlyMap<string, number> = new Map();
  const once = <Part extends ChatMessage | ToolSpec>(
    part: Part,
    estimate: (part: Part) => number,
  ): number => {
    const seen = known.get(part);
    if (seen !== undefined) return seen;
    const tokens = estimate(part);
    known.set(part, tokens);
    return tokens;
  };
  return ({ system = [], messages = [], tools = [] }) => {
    // Only the current request is remembered: old prompts are not kept alive.
    const read = system.map((text) => [text, blocks.get(text) ?? estimateTokens(text)] as const);
    if (read.length > 0) blocks = new Map([...read]);
    return (
      sum(read, ([, tokens]) => tokens) +
      sum(messages, (message) => once(message, messageTokens)) +
      sum(tools, (tool) => once(tool, toolTokens))
    );
  };
}

function messageTokens(message: ChatMessage): number {
  const said = perMessage + estimateTokens(message.text);
  switch (message.role) {
    case 'user':
      return said + (message.images?.length ?? 0) * perImage;
    case 'assistant':
      return (
        said +
        sum(message.calls, callTokens) +
        sum(message.thinking ?? [], ({ block }) => estimateTokens(JSON.stringify(block)))
      );
    case 'tool':
      return said + perCall;
  }
}

function callTokens({ name, argsText }: { readonly name: string; readonly argsText: string }) {
  return perCall + estimateTokens(name) + estimateTokens(argsText);
}

function toolTokens({ name, description, inputSchema }: ToolSpec): number {
  return (
    perTool +
    estimateTokens(name) +
    estimateTokens(description) +
    estimateTokens(JSON.stringify(inputSchema))
  );
}

function sum<T>(items: readonly T[], tokens: (item: T) => number): number {
  return items.reduce((total, item) => total + tokens(item), 0);
}

/** Room for the answer where the model does not say how long one gets. */
const usualAnswer = 8_192;
/** A model that may answer with all it takes would leave nothing for the question. */
const answerShare = 0.25;

/** Tokens that are left for the answer. */
export function answerRoom({ contextTokens, maxOutputTokens }: ModelFacts): number {
  const share = Math.floor(contextTokens * answerShare);
  return Math.min(maxOutputTokens ?? usualAnswer, share);
}

/** Tokens that a request may take: the user's budget, never more than the model has room for. */
export function requestLimit(facts: ModelFacts, budgetTokens: number): number {
  const room = facts.contextTokens - answerRoom(facts);
  return budgetTokens > 0 ? Math.min(budgetTokens, room) : room;
}
