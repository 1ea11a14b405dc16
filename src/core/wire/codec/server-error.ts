import { say } from '../../base/sentence';
import { classifyHttpStatus } from '../../contracts/classify-cause';
import { failure, type ErrorCategory, type Failure } from '../../contracts/failure';
import { isObject } from '../../contracts/json';
import { readString, readValue } from './json-fields';
import { cutMarked } from '../../base/text-lines';

const maxMessage = 400;

const noCredit = /insufficient_quota|billing/;

/** Vendor codes that mean the same as an HTTP status. */
const categoryPatterns: readonly (readonly [RegExp, ErrorCategory])[] = [
  [/rate_limit|too_many_requests/, 'rate_limited'],
  [/auth|permission|api_key/, 'policy_blocked'],
  [/overloaded|server_error|api_error|internal|unavailable/, 'server_error'],
  [/timeout/, 'timeout'],
];

/** An error as servers report it, in the formats of compatible servers. */
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
      ? [oneLine(String(value)).toLowerCase()]
      : [];
  });
  return message === '' && codes.length === 0 ? undefined : { message: oneLine(message), codes };
}

/** An account without credit; servers report it with the status for too many requests. */
export function hasNoCredit(error: ServerError): boolean {
  return error.codes.some((code) => noCredit.test(code));
}

/** As any HTTP status, but for two that vendors' clients answer by sending the request again. */
export function classifyServerStatus(status: number): ErrorCategory {
  return status === 408 || status === 409 ? 'server_error' : classifyHttpStatus(status);
}

/** An error inside a stream. Without a code, it is an error of the server itself. */
export function streamFailure(error: ServerError): Failure {
  const category = error.codes.length === 0 ? 'server_error' : categoryOf(error);
  const said = error.message === '' ? error.codes.join(', ') : error.message;
  return failure('execution', say`The model's server stopped with an error: ${said}`, { category });
}

function categoryOf(error: ServerError): ErrorCategory {
  if (hasNoCredit(error)) return 'permanent_failure';
  const status = error.codes.find((code) => /^[45]\d\d$/.test(code));
  if (status !== undefined) return classifyServerStatus(Number(status));
  const known = categoryPatterns.find(([pattern]) =>
    error.codes.some((code) => pattern.test(code)),
  );
  return known?.[1] ?? 'permanent_failure';
}

/** Foreign text for one line of a notice, without characters that reorder or hide their neighbors. */
export function oneLine(text: string): string {
  const line = text.replace(/[\s\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ').trim();
  return cutMarked(line, maxMessage);
}
