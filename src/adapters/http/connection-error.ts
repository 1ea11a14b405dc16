import { classifyErrno } from '../../core/contracts/classify-cause';
import { failure, type ErrorCategory, type Failure } from '../../core/contracts/failure';
import { readValue } from '../../core/base/json-read';

/** A body that broke off. Its message holds no header, key or query. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

/** By its name: the lazily loaded HTTP bundle has a class of its own, so `instanceof` misses it. */
export function isConnectionError(error: unknown): error is ConnectionError {
  return error instanceof Error && error.name === 'ConnectionError' && 'failure' in error;
}

/** Of the system's codes, classified by its table. */
const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused the connection. Is the server running?',
  ENOTFOUND: 'was not found. Is the address right?',
  EAI_AGAIN: 'could not be looked up. Is this machine online?',
  ECONNRESET: 'closed the connection.',
  EPIPE: 'closed the connection.',
  EHOSTUNREACH: 'cannot be reached from this machine.',
  ENETUNREACH: 'cannot be reached from this machine.',
  EACCES: 'may not be reached from this machine. Does a firewall forbid it?',
  EPERM: 'may not be reached from this machine. Does a firewall forbid it?',
};

const notAccepted = ['did not accept a connection in time.', 'network_error'] as const;

/** What is more than the system's code. A connection that never was may be tried again at once. */
const ownSentences: Readonly<Record<string, readonly [string, ErrorCategory]>> = {
  ETIMEDOUT: notAccepted,
  UND_ERR_CONNECT_TIMEOUT: notAccepted,
  UND_ERR_SOCKET: ['closed the connection.', 'network_error'],
  UND_ERR_HEADERS_TIMEOUT: ['did not begin to answer in time.', 'timeout'],
  UND_ERR_BODY_TIMEOUT: ['fell silent in the middle of its answer.', 'timeout'],
};

const certificate = /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO/;

/**
 * Says what went wrong with `host:port`. Only codes of the error are used: its message may quote a
 * header or the address with its query.
 */
export function describeConnectionError(error: unknown, url: string): Failure {
  const code = codeOf(error);
  const host = hostOf(url);
  if (certificate.test(code)) {
    const message = `The certificate of ${host} was not accepted (${code}).`;
    return failure('execution', message, { category: 'permanent_failure' });
  }
  const said = sentences[code];
  if (said !== undefined) {
    return failure('execution', `${host} ${said}`, { category: classifyErrno(code) });
  }
  const own = ownSentences[code];
  if (own !== undefined) return failure('execution', `${host} ${own[0]}`, { category: own[1] });
  const detail = code === '' ? '' : ` (${code})`;
  return failure('execution', `The connection to ${host} failed${detail}.`, {
    category: 'network_error',
  });
}

/** The code of the innermost cause that has one. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const inner = cause === undefined ? '' : codeOf(cause);
  if (inner !== '') return inner;
  const code = readValue(error, 'code');
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? code : '';
}

/** `host:port`, with the default port spelled out; never user, path or query. */
export function hostOf(url: string): string {
  if (!URL.canParse(url)) return 'the server';
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port === '' ? (protocol === 'https:' ? '443' : '80') : port}`;
}
