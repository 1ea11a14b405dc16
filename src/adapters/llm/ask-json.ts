import { say } from '../../core/base/sentence';
import { parseJson } from '../../core/contracts/json';
import { failure, fail, succeed, type Result } from '../../core/contracts/failure';
import { hostOf } from '../http/host-address';
import { describeHttpError, stoppedByUser } from './request-failure';
import { readBounded } from './bounded-read';
import { endpointOf, type ModelServer } from './server';
import { isAborted, LinkedSignal } from '../../core/base/async';

/** The longest known list is a few megabytes. */
const maxLength = 16 * 1024 * 1024;

export interface JsonRequest {
  readonly path: string;
  /** If set, sent as JSON by POST. */
  readonly body?: unknown;
  /** Sent in addition to the key. */
  readonly headers: Readonly<Record<string, string>>;
  /** Time limit for the whole response, in milliseconds. */
  readonly ms: number;
  /** The model in question; empty for none. */
  readonly model: string;
}

/** A small request to a server. Never rejects; failures name the host and contain no key. */
export async function askJson(
  server: ModelServer,
  question: JsonRequest,
  signal: AbortSignal,
): Promise<Result<unknown>> {
  const address = await endpointOf(server, question.path);
  if (!address.ok) return address;
  const { clock, provider, http } = server;
  const { url, key } = address.value;
  const linked = new LinkedSignal(signal);
  const timer = clock.after(question.ms, linked.abort);
  const either = linked.signal;
  const ended = () => fail(isAborted(signal) ? stoppedByUser : tooLate(url, question.ms));
  try {
    const headers = { accept: 'application/json', ...question.headers, ...address.value.headers };
    const answer = await send(http, { url, headers, body: question.body }, either);
    if (!answer.ok) return isAborted(either) ? ended() : answer;
    if (answer.value.status < 200 || answer.value.status > 299) {
      const context = { provider, url, model: question.model, key };
      const { failure: failed } = await describeHttpError(answer.value, context, clock);
      return isAborted(either) ? ended() : fail(failed);
    }
    const bounds = { clock, ms: question.ms, maxLength };
    const { text, isWhole } = await readBounded(answer.value.body, bounds);
    if (isAborted(either)) return ended();
    const json = isWhole ? parseJson(text) : undefined;
    return json === undefined ? fail(notJson(server, url)) : succeed(json);
  } finally {
    timer.dispose();
    linked.abort();
    linked.dispose();
  }
}

interface Sent {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

function send(http: ModelServer['http'], { url, headers, body }: Sent, signal: AbortSignal) {
  if (body === undefined) return http.get({ url, headers }, signal);
  const withType = { 'content-type': 'application/json', ...headers };
  return http.post({ url, headers: withType, body: JSON.stringify(body) }, signal);
}

function tooLate(url: string, ms: number) {
  const message = say`${hostOf(url)} did not answer within ${ms / 1000} s.`;
  return failure('execution', message, { category: 'timeout' });
}

/** Also for a response that broke off or never ended. */
export function notJson({ provider }: ModelServer, url: string) {
  const { pathname } = new URL(url);
  const message = say`The response of ${hostOf(url)} for ${pathname} cannot be read. Check that ${provider.setting} is the address of ${provider.label}.`;
  return failure('execution', message, { category: 'permanent_failure' });
}
