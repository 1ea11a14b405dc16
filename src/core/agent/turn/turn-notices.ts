import { say, type Sentence, asIs, listed } from '../../base/sentence';
import { saidOf, type ErrorCategory, type Failure } from '../../contracts/failure';
import type { ModelFacts } from '../../contracts/models';
import { escapeControlInline } from '../../base/escape-control';
import { durationText } from '../../base/wording';
import { commandTitle } from '../../base/titles';
import type { EndedCommand } from '../../ports/terminals';
import type { RulesFile } from '../../ports/workspace';

/** Notices for turns that do not end normally. */
export const stuck = say`Stopped: the model made the same calls three times in a row and got the same results. Send a message that says how to continue.`;

export const tooLong = say`The answer of the model was cut at its length limit; its calls were not run. Ask for less at once, or send "continue".`;

export const filtered = say`The provider's content filter stopped the model's answer. Nothing was run.`;

export const pausedTooOften = say`Stopped: the model paused its answer too often. Choose Continue to resume.`;

export const stoppedWaiting = say`Stopped waiting. The answer had not started yet.`;

export const canContinue = say`The last turn can be resumed.`;

export const nothingToResume = say`There is nothing to resume: the last answer is complete. Send a message.`;

export function capped(rounds: number): Sentence {
  return rounds === 1
    ? say`Stopped after 1 round of tool calls, the limit of the setting gatehouse.agent.maxToolIterations. Continue allows as many again.`
    : say`Stopped after ${rounds} rounds of tool calls, the limit of the setting gatehouse.agent.maxToolIterations. Continue allows as many again.`;
}

/** `limit` as worded by `Spending.reached`. */
export function overLimit(limit: Sentence): Sentence {
  return say`Stopped: ${limit}. Continue allows as much again.`;
}

/** What happened, and what helps if a retry does not. */
export function failed(why: Failure): Sentence {
  const hint = why.retryable ? undefined : hints[why.category];
  const said = saidOf(why);
  if (hint === undefined) return said;
  // The message may end with a server's own text.
  return /[.!?]$/.test(why.message) ? say`${said} ${hint}` : say`${said}. ${hint}`;
}

const onceChanged = say`Retry after changing that, or with another model.`;
const refusedAgain = say`A retry would be refused again: choose another model, or shorten the chat with /compact.`;

const hints: Readonly<Partial<Record<ErrorCategory, Sentence>>> = {
  policy_blocked: onceChanged,
  permanent_failure: onceChanged,
  tool_not_found: onceChanged,
  invalid_parameters: refusedAgain,
  type_mismatch: refusedAgain,
};

export function plainChat({ label }: ModelFacts): Sentence {
  return say`${label} has no tool calls, so it cannot read or change files or run commands in this chat. It can call tools by fenced blocks, with a list of them in its instructions.`;
}

export function noImages({ id, label }: ModelFacts): Sentence {
  return say`${label} can't read images, so it does not see those in this chat. If that is wrong, set images to true for "${id}" in gatehouse.models.options.`;
}

/** The rules files that the agent follows, with links that open them, and those that are gone. */
export function rulesInForce(rules: readonly RulesFile[], gone: readonly string[]): Sentence {
  const [first, ...others] = rules.map(({ path, scope, since }) => {
    const link = asIs(`[${code(path)}](workspace:${path.split('/').map(encoded).join('/')})`);
    const place = scope === '.' ? link : say`${link} for ${code(scope)}`;
    if (since === undefined) return place;
    return since === 'added'
      ? say`${place} (added since your last chat)`
      : say`${place} (changed since your last chat)`;
  });
  const inForce =
    first === undefined
      ? say`Rules in force: none.`
      : say`Rules in force: ${listed([first, ...others])}.`;
  return gone.length === 0
    ? inForce
    : say`${inForce} No longer in force since your last chat: ${gone.map(code).join(', ')}.`;
}

/** Names come from the repository: nothing in them is Markdown. */
function code(name: string): string {
  return `\`${escapeControlInline(name).replaceAll('`', "'")}\``;
}

function encoded(name: string): string {
  return encodeURIComponent(name).replaceAll(/[()'*!]/g, (char) => {
    return `%${char.charCodeAt(0).toString(16)}`;
  });
}

/** A limit in dollars has no effect on a model without a price. */
export function unpriced({ id, label }: ModelFacts, limit: string): Sentence {
  return say`The limit of the setting gatehouse.limits.${limit} has no effect: no price is known for ${label}. Set "prices" for "${id}" in gatehouse.models.options.`;
}

/** `[background] bg1 \`npm run build\` ended with exit code 1 after 3 min.`, for the model. */
export function backgroundNote(ended: readonly EndedCommand[]): readonly string[] {
  return ended.length === 0 ? [] : [ended.map(line).join('\n')];
}

function line({ id, command, exit, stopped, durationMs }: EndedCommand): string {
  const title = commandTitle(command).replaceAll('`', "'");
  const after = `after ${durationText(durationMs)}`;
  return `[background] ${id} \`${title}\` ${howEnded(exit, stopped)} ${after}.`;
}

function howEnded(exit: EndedCommand['exit'], stopped: EndedCommand['stopped']): string {
  if (exit.endedBy === 'person' || (exit.endedBy === 'kill' && stopped === 'person')) {
    return 'was stopped by the user';
  }
  if (exit.endedBy === 'kill') return 'was stopped at the hard time limit';
  return exit.exitCodeKnown
    ? `ended with exit code ${String(exit.exitCode)}`
    : 'ended with an unknown exit code';
}
