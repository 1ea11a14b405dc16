import type { ChatMessage, TokenUsage } from '../../contracts/chats/messages';
import type { ToolSpec } from '../../contracts/tool-spec';
import { estimateTokens } from '../../base/estimate-tokens';
import type { LlmRequest } from '../../ports/llm';
import type { ModelFacts } from '../../contracts/models';

/** Overhead of a message, a call and a definition on the wire. */
const perMessage = 4;
const perCall = 8;
const perTool = 12;
/** Tokens of an image; vendors scale larger ones down. */
const perImage = 1_600;

const least = 0.5;
const most = 2;
const growthBeforeRetry = 1.1;
const weight = 0.5;

/** Estimates the tokens of a request; each answer improves the estimate. */
export class ContextBudget {
  private readonly sizes = new PartSizes();
  private factor = 1;
  private failedAt = 0;

  /** Corrected by what the provider reported. Parts of a request add up to the whole. */
  estimate(request: Partial<LlmRequest>): number {
    return Math.ceil(this.sizes.of(request) * this.factor);
  }

  learn(request: LlmRequest, { inputTokens = 0 }: TokenUsage): void {
    const ratio = inputTokens / this.sizes.of(request);
    // A tiny number is not usable: such a server does not count cached tokens.
    if (!Number.isFinite(ratio) || ratio < least) return;
    this.factor += (Math.min(ratio, most) - this.factor) * weight;
  }

  /** The next compaction waits for a tenth more tokens: failures must not cost in every round. */
  compactionFailed(tokens: number): void {
    this.failedAt = tokens;
  }

  mayCompact(tokens: number): boolean {
    return tokens >= this.failedAt * growthBeforeRetry;
  }
}

class PartSizes {
  private readonly known = new WeakMap<ChatMessage | ToolSpec, number>();
  private blocks: ReadonlyMap<string, number> = new Map();

  of({ system = [], messages = [], tools = [] }: Partial<LlmRequest>): number {
    const read = system.map(
      (text) => [text, this.blocks.get(text) ?? estimateTokens(text)] as const,
    );
    // Remembers only the current request, so that old prompts can be freed.
    if (read.length > 0) this.blocks = new Map([...read]);
    return (
      sum(read, ([, tokens]) => tokens) +
      sum(messages, (message) => this.once(message, messageTokens)) +
      sum(tools, (tool) => this.once(tool, toolTokens))
    );
  }

  private once<Part extends ChatMessage | ToolSpec>(
    part: Part,
    estimate: (part: Part) => number,
  ): number {
    const seen = this.known.get(part);
    if (seen !== undefined) return seen;
    const tokens = estimate(part);
    this.known.set(part, tokens);
    return tokens;
  }
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

/** What a tool costs with each request. */
export function toolTokens({ name, description, inputSchema }: ToolSpec): number {
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

/** Reserve for the answer if the model's limit is unknown. */
const usualAnswer = 8_192;
/** Largest reserve: a model whose answer may fill the context must leave room for the request. */
const answerShare = 0.25;

/** Tokens of the model's context that no request takes, so that an answer fits. */
export function answerRoom({ contextTokens, maxOutputTokens }: ModelFacts): number {
  const share = Math.floor(contextTokens * answerShare);
  return Math.min(maxOutputTokens ?? usualAnswer, share);
}

/** Most tokens of a request: the user's budget, at most what the model has room for. */
export function requestLimit(facts: ModelFacts, budgetTokens: number): number {
  const room = facts.contextTokens - answerRoom(facts);
  return budgetTokens > 0 ? Math.min(budgetTokens, room) : room;
}
