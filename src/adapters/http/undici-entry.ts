import { Agent, Pool, ProxyAgent, request as send, type Dispatcher } from 'undici';
import { failure, fail, succeed, type Result } from '../../core/contracts/failure';
import type { Disposable } from '../../core/ports/disposable';
import type { Http, HttpRequest, HttpResponse } from '../../core/ports/http';
import { isAborted } from '../../core/base/is-aborted';
import { createAgents, type Agents, trustedCertificates } from './agents';
import {
  chooseRoute,
  type ProxyEnvironment,
  type Route,
  noProxySettings,
  type ProxySettings,
} from './proxy-route';
import { describeConnectionError, readBody } from './connection-error';

export interface UndiciHttpOptions {
  /** Milliseconds to connect. */
  readonly connectMs: number;
  /** Milliseconds until the answer begins: a local model may load first. */
  readonly firstByteMs: number;
  /** Milliseconds of silence within an answer. */
  readonly idleMs: number;
  /** Read at each request. */
  readonly proxy: () => ProxySettings;
  /** What of it tells of proxies is used where VS Code's settings name none. */
  readonly environment: () => ProxyEnvironment;
}

const defaults: UndiciHttpOptions = {
  connectMs: 10_000,
  firstByteMs: 300_000,
  idleMs: 120_000,
  proxy: () => noProxySettings,
  environment: () => ({}),
};

type Asked = Omit<HttpRequest, 'body'> & { readonly body?: string };

/**
 * HTTP by undici: follows no redirect (a key must not travel on), aborts at once, and its failures
 * hold no header, key or query. Goes by the proxy that is set; loopback is reached directly.
 */
export function createUndiciHttp(options: Partial<UndiciHttpOptions> = {}): Http & Disposable {
  const all = { ...defaults, ...options };
  let certificates: { readonly trusted: ReturnType<typeof trustedCertificates> } | undefined;
  const agents = createAgents((route, isSecure) => {
    if (isSecure) certificates ??= { trusted: trustedCertificates() };
    return createAgent(route, all, isSecure ? certificates?.trusted : undefined);
  });
  return {
    post: (request, signal) => exchange({ ...all, agents }, 'POST', request, signal),
    get: (request, signal) => exchange({ ...all, agents }, 'GET', request, signal),
    dispose: () => {
      agents.dispose();
    },
  };
}

function createAgent(
  { proxy, strictTls }: Route,
  { connectMs, firstByteMs, idleMs }: UndiciHttpOptions,
  certificates: ReturnType<typeof trustedCertificates>,
): Dispatcher {
  const connect = { timeout: connectMs, rejectUnauthorized: strictTls, ...certificates };
  const waiting = { headersTimeout: firstByteMs, bodyTimeout: idleMs };
  if (proxy === undefined) return new Agent({ connect, ...waiting });
  return new ProxyAgent({
    uri: proxy.url,
    ...(proxy.authorization === undefined ? {} : { token: proxy.authorization }),
    ...waiting,
    proxyTls: connect,
    requestTls: connect,
    // A tunnel for https alone: few proxies allow one to a plain server.
    proxyTunnel: false,
    // Neither is given the limits otherwise: the way to the proxy, and plain requests by it.
    clientFactory: (origin, options) =>
      new Pool(origin, { ...options, headersTimeout: connectMs, bodyTimeout: idleMs }),
    factory: (origin, options: object) => new Pool(origin, { ...options, ...waiting }),
  });
}

async function exchange(
  { agents, proxy, environment }: UndiciHttpOptions & { readonly agents: Agents },
  method: 'GET' | 'POST',
  asked: Asked,
  signal: AbortSignal,
): Promise<Result<HttpResponse>> {
  if (signal.aborted) return fail(aborted);
  const { url, headers, body = null } = asked;
  const route = chooseRoute(url, proxy(), environment());
  if (!route.ok) return route;
  const by = route.value.proxy?.url;
  try {
    const dispatcher = agents.for(route.value, url);
    const response = await send(url, { dispatcher, method, headers, body, signal });
    const status = response.statusCode;
    return succeed({
      status,
      headers: flatten(response.headers),
      body: readBody({ stream: response.body, status, url, signal }),
    });
  } catch (error) {
    return fail(isAborted(signal) ? aborted : describeConnectionError(error, url, by));
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
