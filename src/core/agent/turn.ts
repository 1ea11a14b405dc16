import type { StopReason } from '../contracts/acp';
import { assertNever } from '../contracts/result';
import { isAborted } from '../base/is-aborted';
import type { Llm, LlmEvent, LlmRequest } from '../ports/llm';
import { createDoomLoop, withWarning } from './doom-loop';
import { runCalls } from './run-calls';
import { streamAnswer, type Answer } from './stream-answer';
import { systemPrompt } from './system-prompt';
import type { TurnContext } from './turn-context';

/**
 * Asks the model and runs its calls until it makes none (003 Iteration Control). A tool error never
 * ends the turn (DESIGN decision 34); whatever ends it leaves a history that can be sent again.
 */
export async function runTurn(llm: Llm, turn: TurnContext): Promise<StopReason> {
  const loop = createDoomLoop();
  for (let round = 1; ; round += 1) {
    const answer = await streamAnswer(llm, nextRequest(turn), turn);
    const { end } = answer;
    if (end.type !== 'finish' || end.reason !== 'tool_calls' || end.calls.length === 0) {
      return endTurn(answer, turn);
    }
    const calls = end.calls.map((call) => turn.callIds.assign(call));
    const answers = await runCalls(calls, turn);
    const verdict = loop.judge(calls, answers);
    const told = verdict === 'warn' ? withWarning(answers) : answers;
    turn.history.addRound(answer.text, calls, told);
    if (isAborted(turn.signal)) return 'cancelled';
    if (verdict === 'stop') {
      turn.outbox.notice('warning', stuck);
      return 'end_turn';
    }
    if (round >= turn.deps.maxIterations()) {
      turn.outbox.notice('warning', capped(round));
      return 'max_turn_requests';
    }
  }
}

const stuck =
  'Stopped: the model made the same calls three times in a row and got the same results. Tell it how to go on.';

function capped(rounds: number): string {
  const count = rounds === 1 ? 'one round' : `${String(rounds)} rounds`;
  return `Stopped after ${count} of tool calls, the limit of the setting gatehouse.agent.maxToolIterations. Send a message to go on.`;
}

function nextRequest({ deps, history, run }: TurnContext): LlmRequest {
  const { workspace, platform, runner } = deps;
  return {
    system: systemPrompt({ roots: workspace.roots(), platform }),
    messages: history.messages(),
    tools: runner.catalog(run()),
  };
}

function endTurn({ text, end }: Answer, turn: TurnContext): StopReason {
  turn.history.addAnswer(text);
  switch (end.type) {
    case 'cancelled':
      return 'cancelled';
    case 'error':
      turn.outbox.notice('error', end.failure.message);
      return 'end_turn';
    case 'finish':
      return finished(end, turn);
    default:
      return assertNever(end);
  }
}

function finished(end: Extract<LlmEvent, { type: 'finish' }>, turn: TurnContext): StopReason {
  switch (end.reason) {
    case 'stop':
    case 'tool_calls':
      return 'end_turn';
    case 'length':
      turn.outbox.notice('warning', tooLong);
      return 'max_tokens';
    case 'filtered':
      turn.outbox.notice('warning', filtered);
      return 'refusal';
    default:
      return assertNever(end.reason);
  }
}

const tooLong =
  'The model\'s answer was cut at its length limit; calls in it were not run. Ask for less at once, or say "go on".';

const filtered = "The provider's content filter stopped the model's answer. Nothing was run.";
