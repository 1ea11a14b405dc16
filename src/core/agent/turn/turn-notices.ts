import type { ErrorCategory, Failure } from '../../contracts/failure';
import type { ModelFacts } from '../../contracts/models';

/** Notices for turns that do not simply end. */
export const stuck =
  'Stopped: the model made the same calls three times in a row and got the same results. Tell it how to continue.';

export const tooLong =
  'The model\'s answer was cut at its length limit; calls in it were not run. Ask for less at once, or say "go on".';

export const filtered =
  "The provider's content filter stopped the model's answer. Nothing was run.";

export const pausedTooOften = 'Stopped: the model paused its answer again and again.';

export const stoppedWaiting = 'Stopped waiting. Nothing of the answer had come yet.';

export const canContinue = 'The last turn can still go on.';

export const nothingToResume =
  'There is nothing to go on with: the last answer is complete. Send a message.';

export function capped(rounds: number): string {
  const count = rounds === 1 ? 'one round' : `${String(rounds)} rounds`;
  return `Stopped after ${count} of tool calls, the limit of the setting gatehouse.agent.maxToolIterations. Continue allows as many again.`;
}

/** `limit` as `Spending.reached` words it. */
export function overLimit(limit: string): string {
  return `Stopped: ${limit}. Continue allows as much again.`;
}

/** What happened, and what helps where trying the same again does not. */
export function failed({ message, category, retryable }: Failure): string {
  const hint = retryable ? undefined : hints[category];
  if (hint === undefined) return message;
  // It may end in a server's own words.
  return `${message}${/[.!?]$/.test(message) ? '' : '.'} ${hint}`;
}

const onceChanged = 'Trying again helps once that is changed, or with another model.';
const refusedAgain =
  'The same request would be refused again: pick another model, or make the chat smaller with /compact.';

const hints: Readonly<Partial<Record<ErrorCategory, string>>> = {
  policy_blocked: onceChanged,
  permanent_failure: onceChanged,
  tool_not_found: onceChanged,
  invalid_parameters: refusedAgain,
  type_mismatch: refusedAgain,
};

export function plainChat({ label }: ModelFacts): string {
  return `${label} cannot call tools, so this is a plain chat: it reads and changes no files and runs no commands. If it can, say so by "tools" in the setting gatehouse.models.options.`;
}

export function noImages({ id, label }: ModelFacts): string {
  return `${label} takes no images, so it does not see those of this chat. If it does, set images to true for "${id}" in gatehouse.models.options.`;
}

/** A limit in dollars that cannot stop what has no price. */
export function unpriced({ id, label }: ModelFacts, limit: string): string {
  return `The limit of the setting gatehouse.limits.${limit} cannot hold: no price is known for ${label}. Set "prices" for "${id}" in gatehouse.models.options.`;
}
