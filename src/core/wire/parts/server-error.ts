import { failure, type ErrorCategory, type Failure } from '../../contracts/failure';
import { isObject, readString, readValue } from '../../base/json-read';

const maxMessage = 400;

const categoryPatterns: readonly (readonly [RegExp, ErrorCategory])[] = [
  [/insufficient_quota|billing/, 'permanent_failure'],
  [/rate_limit|too_many_requests|^429$/, 'rate_limited'],
  [/auth|permission|api_key|^40[13]$/, 'policy_blocked'],
  [/overloaded|server_error|internal|unavailable|^5\d\d$/, 'server_error'],
  [/timeout|^408$/, 'timeout'],
];

/** What a server said went wrong; the shapes that compatible servers use. */
export interface ServerError {
  readonly message: string;
  /** Its `code`, `type` and status words, lower case. */
  readonly codes: readonly string[];
}

/** Reads `{error:{message,type,code}}`, `{error:"text"}`, `{message}` or `{detail}`. */
export function readServerError(body: unknown): ServerError | undefined {
  const inner = readValue(body, 'error') ?? body;
  if (typeof inner === 'string') return { message: oneLine(inner), codes: [] };
  if (!isObject(inner)) return undefined;
  const message = readString(inner, 'message') ?? readString(inner, 'detail') ?? '';
  const codes = ['code', 'type', 'status'].flatMap((key) => {
    const value = readValue(inner, key);
    return typeof value === 'string' || typeof value === 'number'
      ? [String(value).toLowerCase()]
      : [];
  });
  return message === '' && codes.length === 0 ? undefined : { message: oneLine(message), codes };
}

/** An error object inside a stream that had begun well. */
export function streamFailure(error: ServerError): Failure {
  const category =
    categoryPatterns.find(([pattern]) => error.codes.some((code) => pattern.test(code)))?.[1] ??
    'permanent_failure';
  const said = error.message === '' ? error.codes.join(', ') : error.message;
  return failure('execution', `The model's server stopped with an error: ${said}`, { category });
}

/** Text of others for one line of a notice. */
export function oneLine(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length > maxMessage ? `${line.slice(0, maxMessage)}…` : line;
}
