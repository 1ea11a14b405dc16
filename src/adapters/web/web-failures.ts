import { say, type Sentence } from '../../core/base/sentence';
import { classifyErrno, classifyHttpStatus } from '../../core/contracts/classify-cause';
import { failure, type Failure } from '../../core/contracts/failure';
import type { WebLayer } from '../../core/ports/web';
import { codeOf } from '../http/connection-error';

/** A check refused the connection. */
export class WebRefusal extends Error {
  override readonly name = 'WebRefusal';
  constructor(
    readonly layer: WebLayer,
    readonly reason: Sentence,
  ) {
    super('The address was refused.');
  }
}

/** Where on the way a connection failed; the cause has the code. */
export class StageError extends Error {
  override readonly name = 'StageError';
  constructor(
    readonly stage: 'lookup' | 'tls' | 'decoding',
    cause: unknown,
  ) {
    super('The connection failed.', { cause });
  }
}

/** What the model and the user read of a refusal; it names the layer. */
export function refusedBy(layer: WebLayer, reason: Sentence, suggestion?: string): Failure {
  const more = suggestion === undefined ? {} : { suggestion };
  return failure('policy_denied', say`Refused by the check "${layer}": ${reason}`, more);
}

/** Uses only error codes: the message may quote a header or the address. */
export function connectionFailure(error: unknown, host: Sentence | string): Failure {
  const code = codeOf(error) || 'UNKNOWN';
  if (error instanceof StageError) {
    if (error.stage === 'lookup') return lookupFailure(code, host);
    if (error.stage === 'tls') return secureFailure(code, host);
    const message = say`The answer of ${host} cannot be decompressed (${code}).`;
    return failure('execution', message, { category: 'permanent_failure' });
  }
  if (code === 'ECONNREFUSED') {
    return failure('execution', say`${host} refused the connection.`, {
      category: 'network_error',
    });
  }
  if (broken.test(code)) return closed(host);
  if (noAnswer.test(code) || isOfParser(error)) {
    return failure('execution', say`${host} did not answer as a web server does (${code}).`, {
      category: 'permanent_failure',
    });
  }
  const known = classifyErrno(code);
  return failure('execution', say`The connection to ${host} failed (${code}).`, {
    category: known === 'permanent_failure' ? 'network_error' : known,
  });
}

/** The connection ended before the answer did. */
const broken = /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/;
const noAnswer = /^(?:HPE_|UND_ERR_HEADERS_OVERFLOW)/;

/** Not each error of the HTTP parser has a code. */
function isOfParser(error: unknown): boolean {
  return error instanceof Error && error.name === 'HTTPParserError';
}

function closed(host: Sentence | string): Failure {
  return failure('execution', say`${host} closed the connection.`, { category: 'network_error' });
}

function lookupFailure(code: string, host: Sentence | string): Failure {
  const message = /^(?:ENOTFOUND|ENODATA)$/.test(code)
    ? say`${host} was not found. Check the address.`
    : say`${host} could not be looked up (${code}).`;
  return failure('execution', message, { category: 'network_error' });
}

const certificate = /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO/;

function secureFailure(code: string, host: Sentence | string): Failure {
  if (/^(?:ECONNRESET|EPIPE)$/.test(code)) return closed(host);
  const message = certificate.test(code)
    ? say`The certificate of ${host} was not accepted (${code}).`
    : say`No secure connection to ${host} could be made (${code}).`;
  return failure('execution', message, { category: 'permanent_failure' });
}

/** A status that is not one of success. */
export function statusFailure(
  host: Sentence | string,
  status: number,
  retryAfterMs: number | undefined,
): Failure {
  const category = classifyHttpStatus(status);
  if (retryAfterMs === undefined) {
    return failure('execution', say`${host} answered with status ${status}.`, { category });
  }
  const seconds = Math.ceil(retryAfterMs / 1000);
  const message = say`${host} answered with status ${status} and asks to wait ${seconds} seconds.`;
  return failure('execution', message, { category, retryAfterMs });
}

/** The deadline of a try. */
export function lateFailure(host: Sentence | string, seconds: number): Failure {
  return failure('timeout', say`${host} took longer than ${seconds} seconds.`);
}
