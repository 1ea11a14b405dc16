import { failure, type Failure } from '../../core/contracts/failure';
import type { HttpResponse } from '../../core/ports/http';
import { parseJson } from '../../core/base/json-read';
import {
  classifyServerStatus,
  hasNoCredit,
  oneLine,
  readServerError,
  type ServerError,
} from '../../core/wire/parts/server-error';
import { hostOf } from '../http/host-of';
import { seconds } from './retry-plan';

/** What a failure may name; the key is here only to be blotted out. */
export interface RequestContext {
  readonly url: string;
  readonly model: string;
  readonly key: string | undefined;
}

export interface HttpError {
  readonly failure: Failure;
  readonly retryAfterMs: number | undefined;
}

export const stoppedByPerson = failure('cancelled', 'The request was stopped.');

/** Says what a non-2xx answer means and what to do (003 HTTP Status Classification). */
export async function describeHttpError(
  response: HttpResponse,
  context: RequestContext,
  now: number,
): Promise<HttpError> {
  const text = await readText(response);
  const error = readServerError(parseJson(text)?.value) ?? fromText(text);
  const retryAfterMs = readRetryAfter(response.headers, now);
  const said = error.message === '' ? '' : ` It says: ${withoutKey(error.message, context.key)}`;
  const { status } = response;
  const isPermanent = status === 429 && hasNoCredit(error);
  const category = isPermanent ? 'permanent_failure' : classifyServerStatus(status);
  const message = explain({ status, error, context, retryAfterMs });
  return { failure: failure('execution', `${message}${said}`, { category }), retryAfterMs };
}

interface Explained {
  readonly status: number;
  readonly error: ServerError;
  readonly context: RequestContext;
  readonly retryAfterMs: number | undefined;
}

function explain({ status, error, context, retryAfterMs }: Explained): string {
  const host = hostOf(context.url);
  const answered = `answered with status ${String(status)}.`;
  if (status === 401 || status === 403) {
    return `The server ${host} refused the key (status ${String(status)}). Run "Gatehouse: Set API Key".`;
  }
  if (status === 429) return tooMany(host, error, retryAfterMs);
  if (status === 404) {
    return `${host} has no model "${context.model}", or gatehouse.openai.baseUrl names the wrong path (status 404).`;
  }
  if (status === 408 || status === 409) return `${host} ${answered}`;
  if (status >= 500) return `${host} failed: it ${answered}`;
  if (status >= 300 && status < 400) {
    return `${host} redirects elsewhere, which is not followed. Correct gatehouse.openai.baseUrl.`;
  }
  return `${host} refused the request: it ${answered}`;
}

function tooMany(host: string, error: ServerError, retryAfterMs: number | undefined): string {
  if (hasNoCredit(error)) return `The account at ${host} has no credit left (status 429).`;
  const when = retryAfterMs === undefined ? '' : ` It asks to wait ${seconds(retryAfterMs)}.`;
  return `${host} has had too many requests (status 429).${when}`;
}

async function readText(response: HttpResponse): Promise<string> {
  const parts: string[] = [];
  try {
    for await (const part of response.body) parts.push(part);
  } catch {
    // The status is known; a body that broke off only costs the server's own words.
  }
  return parts.join('');
}

/** Short plain text is worth showing, a web page is not. */
function fromText(text: string): ServerError {
  return { message: /^\s*[<{[]/.test(text) ? '' : oneLine(text), codes: [] };
}

/** Blots out the key, in case a server quotes it. */
export function withoutKey(text: string, key: string | undefined): string {
  return key === undefined || key === '' ? text : text.replaceAll(key, '[redacted]');
}

/** Milliseconds; seconds or a date by the standard, `retry-after-ms` where it is sent. */
function readRetryAfter(headers: HttpResponse['headers'], now: number): number | undefined {
  const ms = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (Number.isFinite(ms) && ms >= 0) return ms;
  const value = headers['retry-after']?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
