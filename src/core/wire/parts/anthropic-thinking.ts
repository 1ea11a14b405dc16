import type { JsonObject } from '../../contracts/tool-spec';
import type { WireOptions } from './define-wire';
import { lastUserIndex, type Turn } from './repair-history';

export interface AnswerPlan {
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
export function planAnswer(options: WireOptions, turns: readonly Turn[]): AnswerPlan {
  const { facts, model, thinkingTokens } = options;
  const asked = facts.reasoning ? (thinkingTokens ?? 0) : 0;
  const maxTokens =
    facts.maxOutputTokens ??
    Math.max(1, Math.min(usualAnswer + asked, Math.floor(facts.contextTokens / 2)));
  if (decidesItself(model)) {
    const thinking = { type: 'adaptive', display: 'summarized' };
    return { maxTokens, returnsThoughts: true, ...(facts.reasoning ? { thinking } : {}) };
  }
  const budget = Math.min(thinkingTokens ?? Math.floor(maxTokens / 2), maxTokens - leastTokens);
  const thinks = facts.reasoning && budget >= leastTokens && beganWithThoughts(turns);
  if (!thinks) return { maxTokens, returnsThoughts: false };
  const thinking = { type: 'enabled', budget_tokens: budget };
  return { maxTokens, thinking, returnsThoughts: true };
}

/**
 * Claude 4.6 and later decide how much they think; the newest refuse a budget, and think unasked.
 * `claude-opus-4-7`, not `claude-opus-4-20250514`.
 */
function decidesItself(model: string): boolean {
  const version = /claude-[a-z]+-(\d{1,2})(?:[-.](\d{1,2}))?(?!\d)/.exec(model);
  if (version === null) return false;
  const major = Number(version[1]);
  return major > 4 || (major === 4 && Number(version[2] ?? 0) >= 6);
}

/**
 * With a budget, a model's turn under way has to begin with its thoughts. It has none when it began
 * with another model, or before thinking was switched on.
 */
function beganWithThoughts(turns: readonly Turn[]): boolean {
  return turns
    .slice(lastUserIndex(turns) + 1)
    .every((turn) => turn.role === 'user' || turn.thinking.length > 0);
}
