import { asIs, say, type Amount, type Sentence } from '../../base/sentence';
import type { TokenUsage } from '../../contracts/chats/messages';
import type { UsageMeta } from '../../contracts/chats/acp';
import type { ModelFacts, Prices } from '../../contracts/models';
import { noSpending, type SpendingState } from '../../contracts/chats/stored-entries';
import type { SpendingLimits } from './conversation-start';

type Used = SpendingState['chat'];
const nothing = noSpending.chat;

type LimitName = keyof SpendingLimits;
const limitNames = ['tokensPerTurn', 'tokensPerChat', 'costPerTurn', 'costPerChat'] as const;

type CountedTokens = Required<Pick<TokenUsage, 'inputTokens' | 'outputTokens'>>;

/** Counts tokens and dollars of a chat, and detects when a limit of the user is reached. */
export class Spending {
  private chat: Used;
  private turn: Used;
  /** The amounts used when the user last chose Continue. */
  private allowed: Readonly<Record<LimitName, number>>;

  /** Of the newest answer whose price the user did not set; for `/cost`. */
  priceSource: string | undefined;

  constructor({ chat, turn, allowed }: SpendingState = noSpending) {
    this.chat = chat;
    this.turn = turn;
    this.allowed = allowed;
  }

  beginTurn(): void {
    this.turn = nothing;
    this.allowed = { ...this.allowed, tokensPerTurn: 0, costPerTurn: 0 };
  }

  /** Adds an answer; `estimate` replaces numbers that the provider did not report. */
  add({ prices, priceSource }: ModelFacts, usage: TokenUsage, estimate: CountedTokens): void {
    this.priceSource = priceSource ?? this.priceSource;
    const answer = usedBy(prices, usage, estimate);
    this.chat = sum(this.chat, answer);
    this.turn = sum(this.turn, answer);
  }

  reached(limits: SpendingLimits): Sentence | undefined {
    const [name] = this.reachedNames(limits);
    return name === undefined ? undefined : limitText(name, this.amounts()[name], limits[name]);
  }

  /** After the user chose Continue: extends each reached limit by its own amount. */
  allowMore(limits: SpendingLimits): void {
    const used = this.amounts();
    const more = this.reachedNames(limits).map((name) => [name, used[name]] as const);
    this.allowed = { ...this.allowed, ...Object.fromEntries(more) };
  }

  totals(): UsageMeta & { readonly cost?: number } {
    const { chat, turn } = this;
    return {
      inputTokens: chat.inputTokens,
      outputTokens: chat.outputTokens,
      cacheReadTokens: chat.cacheReadTokens,
      turnTokens: tokensOf(turn),
      estimated: chat.estimated,
      ...(isNothing(turn) || turn.unpriced ? {} : { turnCost: turn.cost }),
      ...(isNothing(chat) || chat.unpriced ? {} : { cost: chat.cost }),
    };
  }

  clear(): void {
    this.chat = nothing;
    this.turn = nothing;
    this.allowed = noSpending.allowed;
  }

  state(): SpendingState {
    const { chat, turn, allowed } = this;
    return { chat, turn, allowed };
  }

  private amounts(): Readonly<Record<LimitName, number>> {
    const { chat, turn } = this;
    return {
      tokensPerTurn: tokensOf(turn),
      tokensPerChat: tokensOf(chat),
      costPerTurn: turn.cost,
      costPerChat: chat.cost,
    };
  }

  private reachedNames(limits: SpendingLimits): readonly LimitName[] {
    const used = this.amounts();
    return limitNames.filter((name) => {
      const limit = limits[name];
      return limit > 0 && used[name] - this.allowed[name] >= limit;
    });
  }
}

/** Nothing was asked, so there is no cost to know. */
function isNothing(used: Used): boolean {
  return tokensOf(used) === 0 && used.cost === 0 && !used.unpriced && !used.estimated;
}

function tokensOf({ inputTokens, outputTokens }: Used): number {
  return inputTokens + outputTokens;
}

function usedBy(prices: Prices | undefined, usage: TokenUsage, estimate: CountedTokens): Used {
  const given = { input: sane(usage.inputTokens), output: sane(usage.outputTokens) };
  const { input: inputTokens = estimate.inputTokens } = given;
  const { output: outputTokens = estimate.outputTokens } = given;
  const cacheReadTokens = Math.min(sane(usage.cacheReadTokens) ?? 0, inputTokens);
  const cacheWriteTokens = Math.min(
    sane(usage.cacheWriteTokens) ?? 0,
    inputTokens - cacheReadTokens,
  );
  const used = { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens };
  return {
    inputTokens,
    outputTokens,
    cacheReadTokens,
    cost: prices === undefined ? 0 : costOf(prices, used),
    unpriced: prices === undefined,
    estimated: given.input === undefined || given.output === undefined,
  };
}

/** Rejects invalid numbers, which would spoil every sum of the chat. */
function sane(tokens: number | undefined): number | undefined {
  return tokens !== undefined && Number.isFinite(tokens) && tokens >= 0 ? tokens : undefined;
}

/** Tokens read from or written to the cache are part of the input, at their own price. */
function costOf(prices: Prices, used: Required<Omit<TokenUsage, 'reasoningTokens'>>): number {
  const { input, output, cacheRead = input, cacheWrite = input } = prices;
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = used;
  const plain = Math.max(0, inputTokens - cacheReadTokens - cacheWriteTokens);
  const perMillion =
    plain * input +
    cacheReadTokens * cacheRead +
    cacheWriteTokens * cacheWrite +
    outputTokens * output;
  return perMillion / 1_000_000;
}

function sum(a: Used, b: Used): Used {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cacheReadTokens: a.cacheReadTokens + b.cacheReadTokens,
    cost: a.cost + b.cost,
    unpriced: a.unpriced || b.unpriced,
    estimated: a.estimated || b.estimated,
  };
}

function limitText(name: LimitName, used: number, limit: number): Sentence {
  const isTurn = name.endsWith('PerTurn');
  if (name.startsWith('tokens')) {
    const amount = tokenCount(used);
    const most = tokenCount(limit);
    return isTurn
      ? say`this message has used ${amount} tokens; the limit of the setting gatehouse.limits.${name} is ${most}`
      : say`this chat has used ${amount} tokens; the limit of the setting gatehouse.limits.${name} is ${most}`;
  }
  const amount = costText(used);
  const most = costText(limit);
  return isTurn
    ? say`this message has cost ${amount}; the limit of the setting gatehouse.limits.${name} is ${most}`
    : say`this chat has cost ${amount}; the limit of the setting gatehouse.limits.${name} is ${most}`;
}

export function tokenCount(tokens: number): Sentence {
  if (tokens < 1000) return asIs(String(Math.round(tokens)));
  // 999,950 and more would round to "1000k".
  const isMillions = tokens >= 999_950;
  const count: Amount = { amount: tokens / (isMillions ? 1_000_000 : 1000), digits: [0, 1] };
  return isMillions ? say`${count}M` : say`${count}k`;
}

export function tokensText(tokens: number): Sentence {
  return tokens === 1 ? say`1 token` : say`${tokenCount(tokens)} tokens`;
}

const leastCost = 0.0001;

/** US dollars, with more digits for small amounts: `$0.0123`, `$1.50`. */
export function costText(dollars: number): Sentence {
  const isSmall = dollars > 0 && dollars < 0.995;
  if (isSmall && dollars < leastCost) {
    return say`under ${dollarsText({ amount: leastCost, digits: [4, 4] })}`;
  }
  return dollarsText({ amount: dollars, digits: [2, isSmall ? 4 : 2] });
}

function dollarsText(amount: Amount): Sentence {
  return say`$${amount}`;
}
