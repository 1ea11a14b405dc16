import type { JsonObject } from '../../contracts/tool-spec';
import type { WireOptions } from './define-wire';
import { lastUserIndex, type WireTurn } from './repair-history';

export interface OutputPlan {
  /** Tokens of the answer at most, thoughts included: the vendor wants a number. */
  readonly maxTokens: number;
  /** The `thinking` field; undefined leaves it to the model. */
  readonly thinking?: JsonObject;
  /** Whether thoughts of earlier messages go back. */
  readonly returnsThoughts: boolean;
}

/** Room for a file of usual size; every model that is served today gives at least that. */
const usualAnswer = 16_384;
/** The vendor's least, and what is left for words beside thoughts. */
const leastTokens = 1_024;

/** How much a model may say and whether it thinks (cogni-wink 5.2). */
export function planOutput(options: WireOptions, turns: readonly WireTurn[]): OutputPlan {
  const { facts, model, thinkingTokens } = options;
  const asked = facts.reasoning ? (thinkingTokens ?? 0) : 0;
  const maxTokens =
    facts.maxOutputTokens ??
    Math.max(1, Math.min(usualAnswer + asked, Math.floor(facts.contextTokens / 2)));
  const version = versionOf(model);
  if (version >= firstAdaptive) {
    const returnsThoughts = facts.reasoning || version >= firstUnasked;
    const thinking = { type: 'adaptive', display: 'summarized' };
    return { maxTokens, returnsThoughts, ...(facts.reasoning ? { thinking } : {}) };
  }
  const budget = Math.min(thinkingTokens ?? Math.floor(maxTokens / 2), maxTokens - leastTokens);
  const thinks = facts.reasoning && budget >= leastTokens && beganWithThoughts(turns);
  if (!thinks) return { maxTokens, returnsThoughts: false };
  const thinking = { type: 'enabled', budget_tokens: budget };
  return { maxTokens, thinking, returnsThoughts: true };
}

/** From here on models decide how much they think; the newest refuse a budget. */
const firstAdaptive = 406;
/** From here on they think unasked. */
const firstUnasked = 500;

/** 407 of `claude-opus-4-7`, 400 of `claude-opus-4-20250514`, 0 of other names. */
function versionOf(model: string): number {
  const version = /claude-[a-z]+-(\d{1,2})(?:[-.](\d{1,2}))?(?!\d)/.exec(model);
  return version === null ? 0 : Number(version[1]) * 100 + Number(version[2] ?? 0);
}

/**
 * With a budget, a model's turn under way has to begin with its thoughts. It has none when it began
 * with another model, or before thinking was switched on.
 */
function beganWithThoughts(turns: readonly WireTurn[]): boolean {
  return turns
    .slice(lastUserIndex(turns) + 1)
    .every((turn) => turn.role === 'user' || turn.thinking.length > 0);
}
