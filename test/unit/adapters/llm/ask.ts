import type { ModelFacts, HttpProvider } from '../../../../src/core/contracts/models';
import { succeed } from '../../../../src/core/contracts/failure';
import type { Http } from '../../../../src/core/ports/http';
import type { Llm, LlmEvent, LlmRequest } from '../../../../src/core/ports/llm';
import { providers } from '../../../../src/adapters/llm/providers';
import type { KeySource } from '../../../../src/adapters/llm/server';
import { createServerLlm } from '../../../../src/adapters/llm/server-llm';
import { createFakeClock } from '../../fakes/clock';
import { fakeFacts } from '../../fakes/llm';

export const never = new AbortController().signal;

export const hello: LlmRequest = {
  system: ['Be good.'],
  messages: [{ role: 'user', text: 'Hi' }],
  tools: [],
};

export const noKey: KeySource = () => Promise.resolve(succeed(undefined));

/** A fake clock that skips each wait that the model announces. */
function createWaitingClock() {
  const clock = createFakeClock();
  let isWaiting = false;
  return {
    ...clock,
    after: (ms: number, callback: () => void) => {
      const timer = clock.after(ms, callback);
      if (isWaiting) {
        queueMicrotask(() => {
          clock.advance(ms);
        });
      }
      isWaiting = false;
      return timer;
    },
    /** The next timer belongs to the wait. */
    beginWait: () => {
      isWaiting = true;
    },
  };
}

type WaitingClock = ReturnType<typeof createWaitingClock>;

export interface TestLlmOptions {
  readonly http: Http;
  readonly baseUrl: string;
  readonly provider?: HttpProvider;
  readonly key?: KeySource;
  readonly facts?: Partial<ModelFacts>;
  readonly clock?: WaitingClock;
  readonly onToolsRefused?: () => void;
}

/** A model with the longest backoff, and the waits it has announced, in milliseconds. */
export function createTestLlm(options: TestLlmOptions) {
  const { http, baseUrl, provider = 'openai', key = noKey, facts = {} } = options;
  const clock = options.clock ?? createWaitingClock();
  const waits: number[] = [];
  const llm = createServerLlm({
    server: { provider: providers[provider], baseUrl, http, clock, key },
    random: { next: () => 0 },
    model: 'm',
    facts: () => fakeFacts({ id: `${provider}/m`, label: 'm', ...facts }),
    thinkingTokens: undefined,
    retries: 2,
    onToolsRefused: options.onToolsRefused ?? (() => undefined),
  });
  const watched: Llm = {
    facts: llm.facts,
    stream: async function* stream(request, signal) {
      for await (const event of llm.stream(request, signal)) {
        if (event.type === 'wait') {
          waits.push(event.untilMs - clock.now());
          clock.beginWait();
        }
        yield event;
      }
    },
  };
  return { llm: watched, waits, clock };
}

export async function collect(llm: Llm, request = hello, signal = never): Promise<LlmEvent[]> {
  const events: LlmEvent[] = [];
  for await (const event of llm.stream(request, signal)) events.push(event);
  return events;
}

export function messageOf(events: readonly LlmEvent[]): string {
  const last = events.at(-1);
  return last?.type === 'error' ? last.failure.message : '';
}

export function textOf(events: readonly LlmEvent[]): string {
  return events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('');
}
