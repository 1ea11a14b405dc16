import { Agent, EnvHttpProxyAgent, request as send, type Dispatcher } from 'undici';
import { failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';
import type { Disposable } from '../../core/ports/disposable';
import type { Http, HttpRequest, HttpResponse } from '../../core/ports/http';
import { isAborted } from '../../core/base/is-aborted';
import { describeConnectionError } from './connection-error';
import { readBody } from './response-body';

export interface UndiciHttpOptions {
  /** Milliseconds to connect. */
  readonly connectMs: number;
  /** Milliseconds until the answer begins: a local model may load first. */
  readonly firstByteMs: number;
  /** Milliseconds of silence within an answer. */
  readonly idleMs: number;
}

const defaults: UndiciHttpOptions = { connectMs: 10_000, firstByteMs: 300_000, idleMs: 120_000 };

type Asked = Omit<HttpRequest, 'body'> & { readonly body?: string };

/**
 * HTTP by undici: follows no redirect (a key must not travel on), aborts at once, and its failures
 * hold no header, key or query. Proxies come from the environment; loopback goes direct.
 */
export function createUndiciHttp(options: Partial<UndiciHttpOptions> = {}): Http & Disposable {
  const { connectMs, firstByteMs, idleMs } = { ...defaults, ...options };
  const limits = {
    connect: { timeout: connectMs },
    headersTimeout: firstByteMs,
    bodyTimeout: idleMs,
  };
  const direct = new Agent(limits);
  const proxied = new EnvHttpProxyAgent(limits);
  const agentFor = (url: string) => (isLoopback(url) ? direct : proxied);
  return {
    post: (request, signal) => exchange(agentFor(request.url), 'POST', request, signal),
    get: (request, signal) => exchange(agentFor(request.url), 'GET', request, signal),
    dispose: () => {
      void Promise.allSettled([direct.destroy(), proxied.destroy()]);
    },
  };
}

async function exchange(
  dispatcher: Dispatcher,
  method: 'GET' | 'POST',
  asked: Asked,
  signal: AbortSignal,
): Promise<Result<HttpResponse>> {
  if (signal.aborted) return fail(aborted);
  const { url, headers, body = null } = asked;
  try {
    const response = await send(url, { dispatcher, method, headers, body, signal });
    return succeed({
      status: response.statusCode,
      headers: flatten(response.headers),
      body: readBody({ stream: response.body, status: response.statusCode, url, signal }),
    });
  } catch (error) {
    return fail(isAborted(signal) ? aborted : describeConnectionError(error, url));
  }
}

const aborted = failure('cancelled', 'The request was stopped.');

/** A repeated header keeps its first value. */
function flatten(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      const first = typeof value === 'string' ? value : value?.[0];
      return first === undefined ? [] : [[name.toLowerCase(), first]];
    }),
  );
}

function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return true;
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
}
