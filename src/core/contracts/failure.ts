import { asIs, inEnglish, type Sentence, sequence } from '../base/sentence';

/** Stage codes: stable, matched by code (decision 1). */
export const errorCodes = [
  'validation',
  'execution',
  'unavailable',
  'redaction_failed',
  'invalid_json',
  'timeout',
  'policy_denied',
  'authz_denied',
  'authz_unavailable',
  'cancelled',
  'quota_blocked',
  'snapshot_failed',
  'approval_unavailable',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** The eleven categories (000-errors-1): they drive retry and the text the model reads. */
export const errorCategories = [
  'tool_not_found',
  'invalid_parameters',
  'type_mismatch',
  'policy_blocked',
  'confirmation_required',
  'permanent_failure',
  'cancelled',
  'rate_limited',
  'server_error',
  'network_error',
  'timeout',
] as const;
export type ErrorCategory = (typeof errorCategories)[number];

/** An expected failure, as a value. `message` and `suggestion` are for models, in English. */
export interface Failure {
  readonly errorCode: ErrorCode;
  readonly category: ErrorCategory;
  readonly message: string;
  /** The message for users; absent where it is in English only. */
  readonly said?: Sentence;
  readonly suggestion: string;
  /** The suggestion for users, where one is shown to them. */
  readonly advice?: Sentence;
  readonly retryable: boolean;
  /** The least time until another attempt, as a server asked for it (`Retry-After`). */
  readonly retryAfterMs?: number;
}

/** The categories a code may have; the first is the default (decision 1). */
const categoriesOfCode = {
  validation: ['invalid_parameters', 'type_mismatch', 'permanent_failure'],
  execution: ['permanent_failure', ...errorCategories],
  unavailable: ['tool_not_found', 'permanent_failure'],
  redaction_failed: ['permanent_failure'],
  invalid_json: ['invalid_parameters'],
  // Permanent if the same call would take as long again.
  timeout: ['timeout', 'permanent_failure'],
  policy_denied: ['policy_blocked'],
  authz_denied: ['policy_blocked'],
  authz_unavailable: ['policy_blocked'],
  cancelled: ['cancelled'],
  quota_blocked: ['policy_blocked'],
  snapshot_failed: ['permanent_failure'],
  approval_unavailable: ['confirmation_required'],
} as const satisfies Readonly<Record<ErrorCode, readonly [ErrorCategory, ...ErrorCategory[]]>>;
type CategoryOf<Code extends ErrorCode> = (typeof categoriesOfCode)[Code][number];

const suggestionOf: Readonly<Record<ErrorCategory, string>> = {
  tool_not_found: 'Use one of the tools listed in this request.',
  invalid_parameters: 'Check the tool schema, correct the arguments and call it again.',
  type_mismatch: 'Send each argument with the type that the tool schema asks for.',
  policy_blocked: 'Do not retry. Choose another way or ask the user.',
  confirmation_required: 'The user has not approved this call. Ask before trying again.',
  permanent_failure: 'Do not repeat the same call. Try a different approach.',
  cancelled: 'The call was cancelled. Wait for the user.',
  rate_limited: 'Rate limit exceeded. The system will retry if possible.',
  server_error: 'The server failed. The system will retry if possible.',
  network_error: 'The network failed. The system will retry if possible.',
  timeout: 'The call took too long. Try a smaller step or a longer time limit.',
};

/** Used instead of promising a retry when there is none. */
const suggestionUnretried: ReadonlyMap<ErrorCategory, string> = new Map([
  ['rate_limited', 'Rate limit exceeded. There is no automatic retry: wait, then call again.'],
  ['server_error', unretried('The server failed.')],
  ['network_error', unretried('The network failed.')],
]);

function unretried(what: string): string {
  return `${what} There is no automatic retry: find out what took effect before you repeat it.`;
}

const retryableCategories: ReadonlySet<ErrorCategory> = new Set([
  'rate_limited',
  'server_error',
  'network_error',
  'timeout',
]);

interface MoreOfFailure<Category> {
  readonly category?: Category;
  readonly suggestion?: string | Sentence;
  readonly retryAfterMs?: number;
}

/** Creates a failure; the code determines the category unless the cause gives a better one. */
export function failure<Code extends ErrorCode>(
  errorCode: Code,
  message: string | Sentence,
  more: MoreOfFailure<CategoryOf<Code>> = {},
): Failure {
  const category: ErrorCategory = more.category ?? categoriesOfCode[errorCode][0];
  const texts =
    typeof message === 'string' ? { message } : { message: inEnglish(message), said: message };
  return {
    errorCode,
    category,
    ...texts,
    ...suggested(more.suggestion ?? suggestionOf[category]),
    retryable: retryableCategories.has(category),
    ...(more.retryAfterMs === undefined ? {} : { retryAfterMs: more.retryAfterMs }),
  };
}

function suggested(suggestion: string | Sentence): Pick<Failure, 'advice' | 'suggestion'> {
  return typeof suggestion === 'string'
    ? { suggestion }
    : { suggestion: inEnglish(suggestion), advice: suggestion };
}

/** What users read of a failure. */
export function saidOf({ said, message }: Pick<Failure, 'message' | 'said'>): Sentence {
  return said ?? asIs(message);
}

/** The same with what the user can do; a suggestion for models is left out. */
export function saidWithAdvice(failed: Failure): Sentence {
  const { advice } = failed;
  return advice === undefined ? saidOf(failed) : sequence([saidOf(failed), advice]);
}

/** With another message: where it differs, users read it in English too. */
export function withMessage(failed: Failure, message: string): Failure {
  if (message === failed.message) return failed;
  const { said: _, ...rest } = failed;
  return { ...rest, message };
}

/** Says that the call is not retried (003-retry-3). A tool's own suggestion stays. */
export function withoutRetry(failed: Failure): Failure {
  if (!failed.retryable) return failed;
  const { category, suggestion } = failed;
  const honest =
    suggestion === suggestionOf[category] ? suggestionUnretried.get(category) : undefined;
  return { ...failed, retryable: false, suggestion: honest ?? suggestion };
}

/** Not retried because the server asks for a longer pause than the retry budget has. */
export function withoutLongWait(failed: Failure, retryAfterMs: number): Failure {
  const seconds = String(Math.ceil(retryAfterMs / 1000));
  const suggestion = `The server asks to wait ${seconds} seconds, which is longer than the automatic retry may wait. Call again after that time, or continue without it.`;
  return { ...failed, retryable: false, suggestion };
}

/** True if the arguments are at fault, so that corrected ones may help (decision 3). */
export function needsReformat(category: ErrorCategory): boolean {
  return category === 'invalid_parameters' || category === 'type_mismatch';
}

/** A wrong call of the model, which affects only its reputation (decision 3). */
export function isQualityFailure(category: ErrorCategory): boolean {
  return needsReformat(category) || category === 'tool_not_found';
}

/** What the model reads of a failure (003-errors-1; decision 2). No text can add a field. */
export function formatToolError(failed: Failure): string {
  return [
    '[tool_error]',
    `category: ${failed.category}`,
    `error: ${setIn(failed.message)}`,
    `suggestion: ${setIn(failed.suggestion)}`,
    `retryable: ${String(failed.retryable)}`,
  ].join('\n');
}

function setIn(text: string): string {
  return text.replace(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/g, '\n  ');
}

/** An expected failure is a value, never a throw. */
export type Result<T, E = Failure> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: E };

export function succeed<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function fail<E>(failed: E): { readonly ok: false; readonly failure: E } {
  return { ok: false, failure: failed };
}

/** Makes an unhandled case of a union a compile error. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected case: ${JSON.stringify(value)}`);
}
