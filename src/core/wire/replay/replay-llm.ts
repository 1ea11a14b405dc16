import { type Sentence, say } from '../../base/sentence';
import type { ChatMessage, ToolMessage } from '../../contracts/chats/messages';
import { failure, type Failure } from '../../contracts/failure';
import type { ModelFacts } from '../../contracts/models';
import type { Clock } from '../../ports/system';
import type { Llm, LlmEvent, LlmRequest } from '../../ports/llm';
import type { RecordedCall, RecordedStep, Recording } from './recording';
import { sleep } from '../../base/async';

export interface ReplayOptions {
  readonly recording: Recording;
  readonly clock: Clock;
  /** Milliseconds between words, so that one can watch and stop it. */
  readonly wordMs: number;
}

/** Stateless: its place follows from the messages. Tools really run; it stops where they differ. */
export function createReplayLlm(options: ReplayOptions): Llm {
  return {
    facts: replayFacts(options.recording),
    stream: (request, signal) => play(options, request, signal),
  };
}

/** A recording reads nothing, so no request is too long for it. */
function replayFacts({ title }: Recording): ModelFacts {
  return {
    id: 'replay',
    label: `Replay: ${title}`,
    contextTokens: 1_000_000,
    contextSource: 'assumed',
    tools: 'native',
    images: false,
    reasoning: false,
    lacks: ['a model', 'token usage'],
  };
}

async function* play(
  { recording, clock, wordMs }: ReplayOptions,
  request: LlmRequest,
  signal: AbortSignal,
): AsyncGenerator<LlmEvent> {
  const place = positionOf(request.messages);
  const turn = recording.turns[place.turn];
  const mismatch = findMismatch(turn?.steps[place.step - 1], place.answers);
  if (mismatch !== undefined) {
    yield { type: 'error', failure: mismatch };
    return;
  }
  const step = turn === undefined ? afterTheEnd : (turn.steps[place.step] ?? silence);
  for (const word of step.text.match(/\s*\S+\s*/gu) ?? []) {
    yield { type: 'text', text: word };
    if (wordMs > 0) await sleep(wordMs, signal, clock);
    if (signal.aborted) break;
  }
  yield signal.aborted ? { type: 'error', failure: stopped } : finishStep(step, place);
}

interface ReplayPosition {
  /** Counted by the user's messages since the chat began. */
  readonly turn: number;
  /** Counted by the answers given since. */
  readonly step: number;
  /** To the calls of the step before, in their order. */
  readonly answers: readonly (ToolMessage | undefined)[];
}

function positionOf(messages: readonly ChatMessage[]): ReplayPosition {
  const users = messages.filter((message) => message.role === 'user').length;
  const since = messages.slice(messages.findLastIndex((message) => message.role === 'user') + 1);
  const assistants = since.filter((message) => message.role === 'assistant');
  const tools = since.filter((message) => message.role === 'tool');
  return {
    turn: Math.max(users - 1, 0),
    step: assistants.length,
    answers: (assistants.at(-1)?.calls ?? []).map((call) =>
      tools.find((answer) => answer.toolCallId === call.toolCallId),
    ),
  };
}

const silence: RecordedStep = { text: '', calls: [] };

const afterTheEnd: RecordedStep = {
  text: 'The recorded conversation has ended. Start a new chat to play it again, or pick a model to go on.',
  calls: [],
};

const stopped = failure('cancelled', say`The replay was stopped.`);

function finishStep({ calls }: RecordedStep, { turn, step }: ReplayPosition): LlmEvent {
  const ids = `replay-${String(turn + 1)}-${String(step + 1)}`;
  return {
    type: 'finish',
    reason: calls.length > 0 ? 'tool_calls' : 'stop',
    calls: calls.map((call, index) => ({
      wireId: `${ids}-${String(index + 1)}`,
      name: call.tool,
      argsText: JSON.stringify(call.args),
    })),
    usage: {},
  };
}

function findMismatch(
  step: RecordedStep | undefined,
  answers: ReplayPosition['answers'],
): Failure | undefined {
  for (const [index, call] of (step?.calls ?? []).entries()) {
    const message = describeMismatch(call, answers[index]);
    if (message !== undefined) {
      const suggestion = 'Put the files back as they were recorded and start a new chat.';
      return failure('execution', message, { suggestion });
    }
  }
  return undefined;
}

function describeMismatch(
  call: RecordedCall,
  answer: ToolMessage | undefined,
): Sentence | undefined {
  const { exitCode: recorded, status } = call.expect;
  const label = labelOf(call);
  if (answer === undefined) {
    return say`Replay stopped: ${label} was recorded as ${status} but was not run.`;
  }
  const { exitCode } = answer;
  if (recorded !== undefined && exitCode !== undefined && exitCode !== recorded) {
    return say`Replay stopped: ${label} was recorded with exit code ${recorded} but ended with ${exitCode}.`;
  }
  if (answer.status !== status) return otherEnding(say`${label} was recorded as ${status}`, answer);
  return recorded !== undefined && exitCode === undefined
    ? say`Replay stopped: ${label} was recorded with exit code ${recorded} but ended without one.`
    : undefined;
}

function otherEnding(recorded: Sentence, { status }: ToolMessage): Sentence {
  switch (status) {
    case 'completed':
      return say`Replay stopped: ${recorded} but completed.`;
    case 'failed':
      return say`Replay stopped: ${recorded} but failed or was refused.`;
    case 'cancelled':
      return say`Replay stopped: ${recorded} but was cancelled.`;
  }
}

function labelOf({ tool, args }: RecordedCall): string {
  const { command, path } = args;
  if (typeof command === 'string') return `\`${command}\``;
  return typeof path === 'string' ? `\`${tool} ${path}\`` : `\`${tool}\``;
}
