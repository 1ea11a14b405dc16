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
import { durationText } from '../../core/base/wording';
import { hostOf } from '../http/host-address';
import type { Provider } from './providers';

export const stoppedByUser = failure('cancelled', 'The request was stopped.');

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
  const said = error.message === '' ? '' : ` It says: ${redactKey(error.message, context.key)}`;
  const message = `${explainStatus({ status, error, context, retryAfterMs })}${said}`;
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
function explainStatus(explained: StatusError): string {
  const { status, error, context } = explained;
  const host = hostOf(context.url);
  const code = `(status ${String(status)})`;
  if (status === 402 || hasNoCredit(error)) {
    return `The account at ${host} has no credit left ${code}.`;
  }
  if (status === 401 || status === 403) return explainKey(explained, host);
  if (isTooLong(status, error)) {
    return `The conversation is too long for ${nameOf(context)} at ${host} ${code}. Run /compact, or set contextTokens in gatehouse.models.options.`;
  }
  if (status === 404 || lacksModel(status, error)) return explainMissing(explained, host);
  if (status >= 300 && status < 400) {
    return `${host} redirects to another address, and redirects are not followed. Correct ${context.provider.setting}.`;
  }
  return explainTrouble(explained, host);
}

/** Errors that the user cannot correct. */
function explainTrouble(explained: StatusError, host: string): string {
  const { status } = explained;
  const answered = `returned status ${String(status)}.`;
  if (status === 429) return tooMany(explained, host);
  if (status === 529) return `${host} is overloaded (status 529).`;
  if (status >= 500) return `${host} failed: it ${answered}`;
  if (status === 408 || status === 409) return `${host} ${answered}`;
  return `${host} refused the request: it ${answered}`;
}

function explainKey({ status, context }: StatusError, host: string): string {
  const { key, provider } = context;
  const code = `(status ${String(status)})`;
  const remedy = `Run "Gatehouse: Set API Key" for ${provider.label}.`;
  if (key === undefined || key === '') {
    return `The server ${host} requires a key ${code}. ${remedy}`;
  }
  return status === 401
    ? `The server ${host} refused the key ${code}. ${remedy}`
    : `The server ${host} does not allow this with the given key ${code}. ${remedy}`;
}

function explainMissing({ status, error, context }: StatusError, host: string): string {
  const { provider, model } = context;
  const code = `(status ${String(status)})`;
  const wrongPath = `${provider.setting} names the wrong path`;
  const { pathname } = new URL(context.url);
  if (model === '') {
    return `${host} has nothing at ${pathname} ${code}. Correct ${provider.setting}.`;
  }
  if (provider.id !== 'ollama') return `${host} has no model "${model}", or ${wrongPath} ${code}.`;
  return lacksModel(status, error)
    ? `${host} has no model "${model}" ${code}. Run "ollama pull ${model}" where Ollama runs.`
    : `${host} has nothing at ${pathname}: ${wrongPath} ${code}. Enter it without a path, for example ${provider.example}.`;
}

function tooMany({ retryAfterMs }: StatusError, host: string): string {
  const when = retryAfterMs === undefined ? '' : ` It asked to wait ${durationText(retryAfterMs)}.`;
  return `${host} received too many requests (status 429).${when}`;
}

function nameOf({ model }: RequestContext): string {
  return model === '' ? 'the server' : `"${model}"`;
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
