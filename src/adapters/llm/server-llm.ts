import { say } from '../../core/base/sentence';
import { createHash } from 'node:crypto';
import type { ModelFacts } from '../../core/contracts/models';
import type { Llm, LlmEvent, LlmRequest } from '../../core/ports/llm';
import type { Random } from '../../core/ports/system';
import { attemptRequest, type RequestAttempt, type AttemptEnd } from './attempt';
import { fitTools, withoutTools } from './plain-request';
import { wireOf } from './providers';
import { planRetry } from './retry-plan';
import type { ModelServer } from './server';
import { sleep } from '../../core/base/async';

export interface ServerLlmOptions {
  readonly server: ModelServer;
  readonly random: Random;
  /** The model's name on the server. */
  readonly model: string;
  /** Current facts: a model's rejection of tools is only known after a request. */
  readonly facts: () => ModelFacts;
  readonly thinkingTokens: number | undefined;
  /** Retries while nothing has been streamed. */
  readonly retries: number;
  /** Called when the server refuses a request because it offers tools. */
  readonly onToolsRefused: () => void;
}

/**
 * A model of any HTTP server. Retries only while nothing has been streamed, and reports each retry.
 * Failures never contain the key.
 */
export function createServerLlm(options: ServerLlmOptions): Llm {
  return {
    get facts() {
      return options.facts();
    },
    stream: (request, signal) => streamAnswer(options, request, signal),
  };
}

async function* streamAnswer(
  options: ServerLlmOptions,
  request: LlmRequest,
  signal: AbortSignal,
): AsyncGenerator<LlmEvent> {
  const facts = options.facts();
  const asked = fitTools(request, facts.tools);
  const first = yield* askPatiently(options, asked, signal);
  if (!first.refusesTools || asked.tools.length === 0) {
    yield first.event;
    return;
  }
  options.onToolsRefused();
  yield toolsRefused(facts);
  const second = yield* askPatiently(options, withoutTools(request), signal);
  yield second.event;
}

/** Repeats the request while nothing was streamed and a retry is worthwhile. */
async function* askPatiently(
  options: ServerLlmOptions,
  request: LlmRequest,
  signal: AbortSignal,
): AsyncGenerator<LlmEvent, AttemptEnd> {
  const { clock } = options.server;
  const asked = encode(options, request);
  for (let count = 1; ; count += 1) {
    const end = yield* attemptRequest(asked, signal);
    const { event, spoken, advice, refusesTools } = end;
    if (event.type !== 'error' || spoken || refusesTools || signal.aborted) return end;
    const { retries, random } = options;
    const failed = { failure: event.failure, attempt: count, advice, retries };
    const retry = planRetry(failed, random);
    if (retry === undefined) return end;
    yield { type: 'wait', text: retry.text, untilMs: clock.now() + retry.delayMs };
    if (retry.delayMs > 0) await sleep(retry.delayMs, signal, clock);
  }
}

function encode(options: ServerLlmOptions, request: LlmRequest): RequestAttempt {
  const { server, model, thinkingTokens } = options;
  const exchange = wireOf(server.provider).exchange(request, {
    model,
    facts: options.facts(),
    ...(thinkingTokens === undefined ? {} : { thinkingTokens }),
    hash: (text) => createHash('sha256').update(text).digest('hex'),
  });
  return { server, model, decoder: exchange.decoder, body: JSON.stringify(exchange.body) };
}

function toolsRefused({ id, label }: ModelFacts): LlmEvent {
  const text = say`${label} does not support tools according to its server, so this is a plain chat. To let it write its calls as text, set tools to "fenced" for "${id}" in gatehouse.models.options.`;
  return { type: 'notice', level: 'warning', text };
}
