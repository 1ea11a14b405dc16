import { failure, type Failure } from '../../core/contracts/failure';
import type { Clock } from '../../core/ports/clock';
import type { HttpResponse } from '../../core/ports/http';
import { parseJson } from '../../core/base/json-read';
import {
  classifyServerStatus,
  hasNoCredit,
  oneLine,
  readServerError,
  type ServerError,
} from '../../core/wire/parts/server-error';
import { explainStatus, type RequestContext } from './explain-status';
import { redactKey } from './key-problem';
import { readBounded } from './read-bounded';
import { isTooLong, refusesTools } from './refusals';
import { readRetryAdvice, type RetryAdvice } from './retry-advice';

export interface HttpError {
  readonly failure: Failure;
  readonly advice: RetryAdvice;
  /** The request may do without its tools. */
  readonly refusesTools: boolean;
  /** The request holds more than the model reads. */
  readonly tooLong: boolean;
}

/** Enough for the server's own words. */
const errorBounds = { ms: 5_000, maxLength: 64 * 1024 };

/** Says what a non-2xx answer means and what to do (003 HTTP Status Classification). */
export async function describeHttpError(
  response: HttpResponse,
  context: RequestContext,
  clock: Clock,
): Promise<HttpError> {
  const { text } = await readBounded(response.body, { clock, ...errorBounds });
  const error = readServerError(parseJson(text)?.value) ?? fromText(text);
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

/** Short plain text is worth showing, a web page is not. */
function fromText(text: string): ServerError {
  return { message: /^\s*[<{[]/.test(text) ? '' : oneLine(text), codes: [] };
}
