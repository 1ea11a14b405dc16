import { say } from '../../core/base/sentence';
import type * as undiciPackage from 'undici';
import type { Dispatcher } from 'undici';
import { failure, fail, succeed, type Result } from '../../core/contracts/failure';
import type { Disposable } from '../../core/ports/system';
import type { Http, HttpRequest, HttpResponse } from '../../core/ports/http';
import {
  chooseRoute,
  noProxySettings,
  type ProxyEnvironment,
  type Route,
  type ProxySettings,
} from './proxy-route';
import { describeConnectionError, readBody } from './connection-error';
import { proxyPool } from './proxy-pool';
import { isAborted, loadOnce } from '../../core/base/async';
import * as tls from 'node:tls';

interface Slot {
  readonly identity: string;
  readonly agent: Dispatcher;
}

/** Agents by kind of route: direct or by proxy, plain or TLS. A changed setting replaces one. */
class Agents implements Disposable {
  private readonly slots = new Map<string, Slot>();
  private readonly retired = new Set<Dispatcher>();

  constructor(private readonly make: (route: Route, isSecure: boolean) => Dispatcher) {}

  for(route: Route, url: string): Dispatcher {
    const identity = JSON.stringify(route);
    const slot = `${route.proxy === undefined ? 'direct' : 'proxy'} ${new URL(url).protocol}`;
    const found = this.slots.get(slot);
    if (found?.identity === identity) return found.agent;
    if (found !== undefined) this.retire(found.agent);
    const isSecure = [url, route.proxy?.url].some((each) => each?.startsWith('https:') === true);
    const agent = this.make(route, isSecure);
    this.slots.set(slot, { identity, agent });
    return agent;
  }

  dispose(): void {
    const all = [...[...this.slots.values()].map(({ agent }) => agent), ...this.retired];
    this.slots.clear();
    this.retired.clear();
    void Promise.allSettled(all.map((agent) => agent.destroy()));
  }

  /** Lets a running response finish. */
  private retire(agent: Dispatcher): void {
    this.retired.add(agent);
    const forget = () => this.retired.delete(agent);
    agent.close().then(forget, forget);
  }
}

/** Those of Node and of the system; undefined where Node cannot read these. Slow on some. */
export function trustedCertificates(
  source: object = tls,
): { readonly secureContext: tls.SecureContext } | undefined {
  const list = listOf(source);
  if (list === undefined) return undefined;
  try {
    const ca = [...new Set([...list('default'), ...list('system')])];
    return { secureContext: tls.createSecureContext({ ca }) };
  } catch {
    // An unreadable or invalid store must not fail every request.
    return undefined;
  }
}

type List = (type: 'default' | 'system') => readonly string[];

/** `tls.getCACertificates` requires Node 22.15. */
function listOf(source: object): List | undefined {
  const get: unknown = Reflect.get(source, 'getCACertificates');
  if (typeof get !== 'function') return undefined;
  return (type) => {
    const certificates: unknown = Reflect.apply(get, source, [type]);
    if (!Array.isArray(certificates)) return [];
    return certificates.filter((each: unknown) => typeof each === 'string');
  };
}

type Undici = Pick<typeof undiciPackage, 'Agent' | 'Pool' | 'ProxyAgent'>;

export interface UndiciHttpOptions {
  readonly connectMs: number;
  /** Limit until the response begins, in milliseconds; a local model may have to load first. */
  readonly firstByteMs: number;
  /** Time limit for silence within a response, in milliseconds. */
  readonly idleMs: number;
  readonly proxy: () => ProxySettings;
  /** Its proxy variables apply where VS Code's settings have no proxy. */
  readonly environment: () => ProxyEnvironment;
  /** undici is a bundle of its own, loaded with the first request. */
  readonly load: () => Promise<Undici>;
  readonly onLoadFailed: (error: unknown) => void;
}

const defaults: UndiciHttpOptions = {
  connectMs: 10_000,
  firstByteMs: 300_000,
  idleMs: 120_000,
  proxy: () => noProxySettings,
  environment: () => ({}),
  load: () => import('undici'),
  onLoadFailed: () => undefined,
};

type Asked = Omit<HttpRequest, 'body'> & { readonly body?: string };

/** Follows no redirects: the key must not go elsewhere. Failures hold no header, key or query. */
export class UndiciHttp implements Http, Disposable {
  private readonly options: UndiciHttpOptions;
  private readonly load: () => Promise<Agents>;
  private agents: Agents | undefined;
  private isDisposed = false;

  constructor(options: Partial<UndiciHttpOptions> = {}) {
    const all = { ...defaults, ...options };
    this.options = all;
    this.load = loadOnce(async () => createAgents(await all.load(), all));
  }

  post(request: HttpRequest, signal: AbortSignal): Promise<Result<HttpResponse>> {
    return this.send('POST', request, signal);
  }

  get(request: Asked, signal: AbortSignal): Promise<Result<HttpResponse>> {
    return this.send('GET', request, signal);
  }

  dispose(): void {
    this.isDisposed = true;
    this.agents?.dispose();
  }

  private async send(
    method: 'GET' | 'POST',
    request: Asked,
    signal: AbortSignal,
  ): Promise<Result<HttpResponse>> {
    if (this.isClosing()) return fail(failure('cancelled', say`Gatehouse is shutting down.`));
    let agents: Agents;
    try {
      agents = await this.load();
    } catch (error) {
      this.options.onLoadFailed(error);
      return fail(notLoaded);
    }
    this.agents = agents;
    if (isAborted(signal) || this.isClosing()) return fail(aborted);
    return exchange({ ...this.options, agents }, method, request, signal);
  }

  /** A method, because the answer changes during a wait. */
  private isClosing(): boolean {
    return this.isDisposed;
  }
}

function createAgents(undici: Undici, options: UndiciHttpOptions): Agents {
  let certificates: { readonly trusted: ReturnType<typeof trustedCertificates> } | undefined;
  return new Agents((route, isSecure) => {
    if (isSecure) certificates ??= { trusted: trustedCertificates() };
    return createAgent(undici, route, options, isSecure ? certificates?.trusted : undefined);
  });
}

function createAgent(
  { Agent, Pool, ProxyAgent }: Undici,
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
    // Tunnel only for https: few proxies allow it for plain servers.
    proxyTunnel: false,
    // The limits reach neither the connection to the proxy nor plain requests through it in any
    // other way.
    clientFactory: (origin, options) =>
      proxyPool({ Pool }, origin, { ...options, headersTimeout: connectMs, bodyTimeout: idleMs }),
    factory: (origin, options: object) => new Pool(origin, { ...options, ...waiting }),
  });
}

async function exchange(
  { agents, proxy, environment }: UndiciHttpOptions & { readonly agents: Agents },
  method: 'GET' | 'POST',
  asked: Asked,
  signal: AbortSignal,
): Promise<Result<HttpResponse>> {
  const { url, headers, body = null } = asked;
  const route = chooseRoute(url, proxy(), environment());
  if (!route.ok) return route;
  const by = route.value.proxy?.url;
  try {
    const { origin, pathname, search } = new URL(url);
    const target = { origin, path: `${pathname}${search}`, method };
    const response = await agents
      .for(route.value, url)
      .request({ ...target, headers, body, signal });
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

const notLoaded = failure(
  'execution',
  say`The HTTP client did not load. Reload the window or reinstall Gatehouse.`,
  { category: 'permanent_failure' },
);

const aborted = failure('cancelled', say`The request was stopped.`);

/** Keeps the first value of a repeated header. */
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
