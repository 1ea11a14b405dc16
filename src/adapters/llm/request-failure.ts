import { say, type Sentence } from '../../core/base/sentence';
import { failure, type Failure } from '../../core/contracts/failure';
import type { Clock } from '../../core/ports/system';
import type { HttpResponse } from '../../core/ports/http';
import { parseJson } from '../../core/contracts/json';
import {
  classifyServerStatus,
  hasNoCredit,
  oneLine,
  readServerError,
  type ServerError,
} from '../../core/wire/codec/server-error';
import { redactKey } from './server';
import { readBounded } from './bounded-read';
import { readRetryAdvice, type RetryAdvice } from './retry-plan';
import { durationOf } from '../../core/base/wording';
import { hostOf } from '../http/host-address';
import type { Provider } from './providers';

export const stoppedByUser = failure('cancelled', say`The request was stopped.`);

export interface HttpError {
  readonly failure: Failure;
  readonly advice: RetryAdvice;
  /** True if the request may succeed without tools. */
  readonly refusesTools: boolean;
  /** True if the request exceeds the model's context. */
  readonly tooLong: boolean;
}

/** Enough for the server's error message. */
const errorBounds = { ms: 5_000, maxLength: 64 * 1024 };

/** Explains an error status and the remedy (003-errors-3). */
export async function describeHttpError(
  response: HttpResponse,
  context: RequestContext,
  clock: Clock,
): Promise<HttpError> {
  const { text } = await readBounded(response.body, { clock, ...errorBounds });
  const error = readServerError(parseJson(text)) ?? fromText(text);
  const { status } = response;
  const advice = readRetryAdvice(response, clock.now());
  const lacksCredit = hasNoCredit(error);
  const retryAfterMs = advice.afterMs;
  const cause = explainStatus({ status, error, context, retryAfterMs });
  const message =
    error.message === '' ? cause : say`${cause} It says: ${redactKey(error.message, context.key)}`;
  const category = lacksCredit ? 'permanent_failure' : classifyServerStatus(status);
  return {
    failure: failure('execution', message, { category }),
    advice: lacksCredit ? { isWorthwhile: false } : advice,
    refusesTools: refusesTools(status, error),
    tooLong: isTooLong(status, error),
  };
}

/** Shows short plain text, but no web page. */
function fromText(text: string): ServerError {
  return { message: /^\s*[<{[]/.test(text) ? '' : oneLine(text), codes: [] };
}

/** Context for an error message; includes the key only to redact it. */
export interface RequestContext {
  readonly provider: Provider;
  readonly url: string;
  /** Empty if no model is involved. */
  readonly model: string;
  readonly key: string | undefined;
}

export interface StatusError {
  readonly status: number;
  readonly error: ServerError;
  readonly context: RequestContext;
  readonly retryAfterMs: number | undefined;
}

/** The cause and the remedy, in one or two sentences. */
function explainStatus(explained: StatusError): Sentence {
  const { status, error, context } = explained;
  const host = hostOf(context.url);
  if (status === 402 || hasNoCredit(error)) {
    return say`The account at ${host} has no credit left (status ${status}).`;
  }
  if (status === 401 || status === 403) return explainKey(explained, host);
  if (isTooLong(status, error)) {
    return say`The conversation is too long for ${nameOf(context)} at ${host} (status ${status}). Run /compact, or set contextTokens in gatehouse.models.options.`;
  }
  if (status === 404 || lacksModel(status, error)) return explainMissing(explained, host);
  if (status >= 300 && status < 400) {
    return say`${host} redirects to another address, and redirects are not followed. Correct ${context.provider.setting}.`;
  }
  return explainTrouble(explained, host);
}

/** Errors that the user cannot correct. */
function explainTrouble(explained: StatusError, host: string): Sentence {
  const { status } = explained;
  if (status === 429) return tooMany(explained, host);
  if (status === 529) return say`${host} is overloaded (status 529).`;
  if (status >= 500) return say`${host} failed: it returned status ${status}.`;
  if (status === 408 || status === 409) return say`${host} returned status ${status}.`;
  return say`${host} refused the request: it returned status ${status}.`;
}

function explainKey({ status, context }: StatusError, host: string): Sentence {
  const { key, provider } = context;
  const remedy = say`Run "Gatehouse: Set API Key" for ${provider.label}.`;
  if (key === undefined || key === '') {
    return say`The server ${host} requires a key (status ${status}). ${remedy}`;
  }
  return status === 401
    ? say`The server ${host} refused the key (status ${status}). ${remedy}`
    : say`The server ${host} does not allow this with the given key (status ${status}). ${remedy}`;
}

function explainMissing({ status, error, context }: StatusError, host: string): Sentence {
  const { provider, model } = context;
  const { setting } = provider;
  const { pathname } = new URL(context.url);
  if (model === '') {
    return say`${host} has nothing at ${pathname} (status ${status}). Correct ${setting}.`;
  }
  if (provider.id !== 'ollama') {
    return say`${host} has no model "${model}", or ${setting} names the wrong path (status ${status}).`;
  }
  return lacksModel(status, error)
    ? say`${host} has no model "${model}" (status ${status}). Run "ollama pull ${model}" where Ollama runs.`
    : say`${host} has nothing at ${pathname}: ${setting} names the wrong path (status ${status}). Enter it without a path, for example ${provider.example}.`;
}

function tooMany({ retryAfterMs }: StatusError, host: string): Sentence {
  return retryAfterMs === undefined
    ? say`${host} received too many requests (status 429).`
    : say`${host} received too many requests (status 429). It asked to wait ${durationOf(retryAfterMs)}.`;
}

function nameOf({ model }: RequestContext): Sentence | string {
  return model === '' ? say`the server` : `"${model}"`;
}

/** Phrases of servers for a model or server without tool support. */
const takesNoTools =
  /not support (function|tool)|support tool use|tools? (calling )?(is|are) not supported|tool choice requires|tools param requires/i;

const tooLong =
  /context[_ ](length|window|size|limit)|prompt is too long|too many (input )?tokens|token count.* exceeds|reduce the length/i;

const noModel =
  /model.*(not found|not exist)|(not found|no such|unknown|invalid) model|model_not_found/i;

/** True if the request was rejected because it offers tools. */
function refusesTools(status: number, error: ServerError): boolean {
  return (
    (isRefusal(status) || status === 500 || status === 501) && takesNoTools.test(wordsOf(error))
  );
}

/** True if the request exceeds the model's context. */
function isTooLong(status: number, error: ServerError): boolean {
  return status === 413 || (isRefusal(status) && tooLong.test(wordsOf(error)));
}

/** True if the server exists but the model does not. */
function lacksModel(status: number, error: ServerError): boolean {
  return isRefusal(status) && noModel.test(wordsOf(error));
}

function isRefusal(status: number): boolean {
  return status === 400 || status === 404 || status === 422;
}

function wordsOf({ message, codes }: ServerError): string {
  return [message, ...codes].join(' ');
}
