import type { ToolMessage } from '../../contracts/chat';
import { failure, type Failure } from '../../contracts/failure';
import { fail, succeed, type Result } from '../../contracts/result';
import { isAborted } from '../../base/is-aborted';
import type { Llm } from '../../ports/llm';
import { tokensText } from '../amounts';
import { shownCalls } from '../history/shown-calls';
import type { TurnContext } from '../turn-context';
import { compactChat } from './compact';
import { requestLimit } from './limits';
import { nextRequest } from './next-request';
import { contextShares } from './parts';
import { pruneResults } from './prune';

/** Of what a request may take (DESIGN decision 25). */
const fullShare = 0.8;
/** What is aimed at, so that it does not begin anew with the next round. */
const aimedShare = 0.6;
/** Less than this is not worth losing the provider's cache for. */
const worthShare = 0.05;

/**
 * Sees to it that the next request fits: over 80 % old tool results give way, and where that is not
 * enough, older messages to a summary; at most one compression a round (DESIGN decision 25). Fails
 * only when the request is larger than the model takes even so.
 */
export async function fitContext(llm: Llm, turn: TurnContext): Promise<Result<void>> {
  const { budget, deps } = turn;
  const limit = requestLimit(llm.facts, deps.settings.contextBudgetTokens());
  const size = () => budget.estimate(nextRequest(turn, llm));
  const full = limit * fullShare;
  const start = size();
  if (start <= full || prune(turn, start - limit * aimedShare, start - full)) {
    return succeed(undefined);
  }
  const failed = await compact(llm, turn, { size: start, limit });
  if (isAborted(turn.signal)) return fail(failure('cancelled', 'The turn was stopped.'));
  const now = size();
  if (now > full) {
    const least = now > limit ? 1 : limit * worthShare;
    prune(turn, now - limit * aimedShare, least);
  }
  if (size() > limit) return fail(overfull(llm, turn, failed));
  if (failed !== undefined) turn.outbox.notice('warning', continuesText(failed));
  return succeed(undefined);
}

/** Removes old results if that frees at least `least` tokens. */
function prune(turn: TurnContext, toFree: number, least: number): boolean {
  const { budget, history, outbox } = turn;
  const pruned = pruneResults({
    messages: history.messages(),
    tokensOf: (message) => budget.estimate({ messages: [message] }),
    toFree,
  });
  if (pruned.freed < least) return false;
  history.replace(pruned.messages);
  turn.forgetSeen(readOnlyCalls(pruned.removed, turn));
  outbox.notice('info', prunedText(pruned.removed.length, pruned.freed));
  return true;
}

/**
 * The calls that only looked: what they showed of files is gone (DESIGN decision 44). What a call
 * wrote still stands in its arguments.
 */
function readOnlyCalls(removed: readonly ToolMessage[], { deps, run }: TurnContext): readonly string[] {
  const changing = deps.runner.catalog(run()).filter(({ effect }) => effect !== 'read_only');
  const names = new Set(changing.map(({ name }) => name));
  return shownCalls(removed.filter(({ name }) => !names.has(name)));
}

/** Answers the failure, also of a compression that is not tried again yet. */
async function compact(
  llm: Llm,
  turn: TurnContext,
  { size, limit }: { readonly size: number; readonly limit: number },
): Promise<Failure | undefined> {
  if (size <= limit && !turn.budget.mayCompact(size)) return undefined;
  const { signal } = turn;
  const done = await compactChat(turn, { method: 'triggered', llm, signal });
  turn.budget.compactionFailed(done.ok ? 0 : size);
  return done.ok ? undefined : done.failure;
}

function prunedText(count: number, freed: number): string {
  const results = count === 1 ? 'one old tool result' : `${String(count)} old tool results`;
  return `The context was nearly full: ${results}, about ${tokensText(freed)}, made room. The model can read them again.`;
}

function continuesText({ message }: Failure): string {
  return `The context is nearly full and could not be compressed; the turn goes on. ${message}`;
}

const maxNamedShares = 3;

function overfull(llm: Llm, turn: TurnContext, failed: Failure | undefined): Failure {
  const { deps, budget } = turn;
  const limit = requestLimit(llm.facts, deps.settings.contextBudgetTokens());
  const largest = [...contextShares(turn, llm)]
    .sort((a, b) => b.tokens - a.tokens)
    .slice(0, maxNamedShares)
    .map(({ name, tokens }) => `${name} ${tokensText(tokens)}`);
  const needed = tokensText(budget.estimate(nextRequest(turn, llm)));
  const why = failed === undefined ? '' : ` ${failed.message}`;
  return failure(
    'execution',
    `The conversation takes about ${needed}, and ${llm.facts.id} takes ${tokensText(limit)} with room for an answer. Most of it: ${largest.join(', ')}.${why} Use /compact or /clear, or choose a model with a larger context; /context shows all of it.`,
  );
}
