import { say, type Sentence } from '../../core/base/sentence';
import type { Readable } from 'node:stream';
import * as z from 'zod';
import { classifyErrno, classifyHttpStatus } from '../../core/contracts/classify-cause';
import { failure, type ErrorCategory, type Failure } from '../../core/contracts/failure';
import { hostOf } from './host-address';

/** A response body that broke off. The message contains no header, key or query. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

/** Checks by name: the lazily loaded HTTP bundle has its own class, so `instanceof` fails. */
export function isConnectionError(error: unknown): error is ConnectionError {
  return error instanceof Error && error.name === 'ConnectionError' && 'failure' in error;
}

type About = (host: Sentence | string) => Sentence;

const closed: About = (host) => say`${host} closed the connection.`;
const unreachable: About = (host) => say`${host} cannot be reached from this machine.`;
const blocked: About = (host) =>
  say`${host} cannot be reached from this machine. Check the firewall.`;
const notAccepted = [
  (host: Sentence | string) => say`${host} did not accept a connection in time.`,
  'network_error',
] as const;

/** By code of the system or of undici. Without a category, that of the errno table holds. */
const sentences: Readonly<Record<string, readonly [about: About, category?: ErrorCategory]>> = {
  ECONNREFUSED: [(host) => say`${host} refused the connection. Check that the server is running.`],
  ENOTFOUND: [(host) => say`${host} was not found. Check the address.`],
  EAI_AGAIN: [(host) => say`${host} could not be looked up. Check the network connection.`],
  ECONNRESET: [closed],
  EPIPE: [closed],
  EHOSTUNREACH: [unreachable],
  ENETUNREACH: [unreachable],
  EACCES: [blocked],
  EPERM: [blocked],
  ETIMEDOUT: notAccepted,
  UND_ERR_CONNECT_TIMEOUT: notAccepted,
  UND_ERR_SOCKET: [closed, 'network_error'],
  PROXY_CLOSED: [closed, 'network_error'],
  UND_ERR_HEADERS_TIMEOUT: [(host) => say`${host} did not start to respond in time.`, 'timeout'],
  UND_ERR_BODY_TIMEOUT: [
    (host) => say`${host} stopped responding in the middle of its answer.`,
    'timeout',
  ],
};

const certificate = /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO/;

/** Errors that occur before the request reaches its server: with a proxy, the proxy caused them. */
const onTheWay = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|PROXY_CLOSED)$/;

/** Of an address, or what stands for it. */
function nameOf(server: string | Sentence): string | Sentence {
  return typeof server === 'string' ? hostOf(server) : server;
}

/** Uses only error codes: the message may quote a header or the URL's query. */
export function describeConnectionError(
  error: unknown,
  server: string | Sentence,
  proxy?: string,
): Failure {
  const refused = refusedStatus(error);
  if (proxy !== undefined && refused !== undefined) return proxyRefusal(proxy, refused);
  const code = codeOf(error);
  const isOfProxy = proxy !== undefined && onTheWay.test(code);
  const host = isOfProxy ? say`The proxy ${hostOf(proxy)}` : nameOf(server);
  if (certificate.test(code)) {
    const message = say`The certificate of ${host} was not accepted (${code}). Add its issuer to the certificates of this machine.`;
    return failure('execution', message, { category: 'permanent_failure' });
  }
  const [about, category = classifyErrno(code)] = sentences[code] ?? [];
  if (about !== undefined) return failure('execution', about(host), { category });
  const message =
    code === ''
      ? say`The connection to ${host} failed.`
      : say`The connection to ${host} failed (${code}).`;
  return failure('execution', message, { category: 'network_error' });
}

/** The status of a proxy that rejected the tunnel; undici reports it only in the message. */
function refusedStatus(error: unknown): number | undefined {
  const message = error instanceof Error ? error.message : '';
  const status = /^Proxy (?:response|Authentication Required) \((\d{3})\)/.exec(message)?.[1];
  return status === undefined ? undefined : Number(status);
}

const codedSchema = z.object({ code: z.string().regex(/^[A-Z0-9_]{1,60}$/) });

/** The code of an error or of its cause; empty if there is none. */
export function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const inner = cause === undefined ? '' : codeOf(cause);
  if (inner !== '') return inner;
  return codedSchema.safeParse(error).data?.code ?? '';
}

function proxyRefusal(proxy: string, status: number): Failure {
  const host = hostOf(proxy);
  if (status === 407) {
    const message = say`The proxy ${host} requires a user name and password (status 407). Set http.proxyAuthorization, or include them in http.proxy.`;
    return failure('execution', message, { category: 'policy_blocked' });
  }
  const message = say`The proxy ${host} rejected the request (status ${status}). Check http.proxy and http.noProxy.`;
  return failure('execution', message, { category: classifyHttpStatus(status) });
}

/** Bytes read of an error or redirect: enough for its message. */
const maxErrorBytes = 64 * 1024;

export interface BodySource {
  readonly stream: Readable;
  readonly status: number;
  readonly url: string;
  readonly signal: AbortSignal;
}

/** Decodes UTF-8 across chunks. Rejects with an `AbortError` or a `ConnectionError`. */
export async function* readBody(source: BodySource): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let left = source.status >= 300 ? maxErrorBytes : Number.POSITIVE_INFINITY;
  try {
    for await (const chunk of source.stream) {
      if (!(chunk instanceof Uint8Array)) continue;
      const bytes = chunk.byteLength > left ? chunk.subarray(0, left) : chunk;
      left -= bytes.byteLength;
      yield decoder.decode(bytes, { stream: true });
      if (left === 0) break;
    }
    yield decoder.decode();
  } catch (error) {
    if (source.signal.aborted) throw new DOMException('The request was stopped.', 'AbortError');
    throw new ConnectionError(describeConnectionError(error, source.url));
  } finally {
    source.stream.destroy();
  }
}
