import type { Llm, LlmEvent, LlmRequest } from '../../../src/core/ports/llm';
import type { ModelFacts } from '../../../src/core/contracts/models';
import { failure } from '../../../src/core/contracts/failure';

/** One answer: its events, or a function that creates them on request. */
export type FakeAnswer =
  readonly LlmEvent[] | ((request: LlmRequest, signal: AbortSignal) => AsyncIterable<LlmEvent>);

export interface FakeLlm extends Llm {
  readonly requests: readonly LlmRequest[];
}

/** A model that gives these answers in turn and fails when none is left. */
export function createFakeLlm(
  answers: readonly FakeAnswer[],
  facts: ModelFacts = fakeFacts(),
): FakeLlm {
  const requests: LlmRequest[] = [];
  return {
    facts,
    requests,
    stream: (request, signal) => {
      const answer = answers[requests.length];
      requests.push(request);
      if (typeof answer === 'function') return answer(request, signal);
      return each(answer ?? [{ type: 'error', failure: failure('execution', 'No answer left.') }]);
    },
  };
}

/** The facts of a model that supports everything, overridden by `more`. */
export function fakeFacts(more: Partial<ModelFacts> = {}): ModelFacts {
  return {
    id: 'fake',
    label: 'fake',
    contextTokens: 100_000,
    contextSource: 'settings',
    tools: 'native',
    images: true,
    reasoning: false,
    lacks: [],
    ...more,
  };
}

/** Awaits each event, so that other work runs in between, as with a real stream. */
async function* each(events: readonly LlmEvent[]): AsyncGenerator<LlmEvent> {
  for (const event of events) yield await Promise.resolve(event);
}

export function says(text: string): readonly LlmEvent[] {
  return [
    { type: 'text', text },
    { type: 'finish', reason: 'stop', calls: [], usage: {} },
  ];
}

export interface FakeRequest {
  readonly id?: string;
  readonly name: string;
  readonly args?: string;
}

/** An answer with calls; ids default to `c1`, `c2` … */
export function callsFor(...requests: readonly FakeRequest[]): readonly LlmEvent[] {
  const calls = requests.map(({ id, name, args = '{}' }, index) => ({
    wireId: id ?? `c${index + 1}`,
    name,
    argsText: args,
  }));
  return [{ type: 'finish', reason: 'tool_calls', calls, usage: {} }];
}
