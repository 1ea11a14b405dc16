import type { ModelFacts } from '../../contracts/model-facts';

/** Room for the answer where the model does not say how long one gets. */
const usualAnswer = 8_192;
/** A model that may answer with all it takes would leave nothing for the question. */
const answerShare = 0.25;

/** Tokens that are left for the answer. */
export function answerRoom({ contextTokens, maxOutputTokens }: ModelFacts): number {
  const share = Math.floor(contextTokens * answerShare);
  return Math.min(maxOutputTokens ?? usualAnswer, share);
}

/** Tokens that a request may take: the person's budget, never more than the model has room for. */
export function requestLimit(facts: ModelFacts, budgetTokens: number): number {
  const room = facts.contextTokens - answerRoom(facts);
  return budgetTokens > 0 ? Math.min(budgetTokens, room) : room;
}
