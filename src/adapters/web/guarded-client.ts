import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { say, type Sentence } from '../../core/base/sentence';
import type { Failure } from '../../core/contracts/failure';
import { matchesUrlRule, type UrlRule } from '../../core/contracts/policy/url-rule';
import type { Clock } from '../../core/ports/system';
import type { WebLayer } from '../../core/ports/web';
import {
  chooseRoute,
  type ProxyEnvironment,
  type ProxySettings,
  type Route,
} from '../http/proxy-route';
import { proxyPool } from '../http/proxy-pool';
import { contextOf, guardedConnector } from './guarded-connect';
import type { Network } from './network';
import { judgeNamedUrl, judgePublicUrl } from './public-url';
import type { ResponseHeaders } from './response-headers';
import { refusedBy } from './web-failures';

/** What the user's settings say of addresses; read for each request. */
export interface AddressRules {
  /** `gatehouse.web.allow`: if not empty, no other address is asked for. */
  readonly allow: readonly UrlRule[];
  /** `gatehouse.web.deny` */
  readonly deny: readonly UrlRule[];
  /** `gatehouse.web.trustProxy`: a proxy may look up names, which cannot be checked then. */
  readonly trustProxy: boolean;
}

export interface GuardedClientDeps {
  readonly rules: () => AddressRules;
  readonly proxy: () => ProxySettings;
  readonly environment: () => ProxyEnvironment;
  readonly clock: Clock;
  readonly network: Network;
  /** One that the user's own settings name: it may be private (decision 65). */
  readonly origin?: string;
}

/** An address that may be asked for, and the proxy that carries it. */
interface Judged {
  readonly ok: true;
  readonly url: URL;
  readonly proxy: Route['proxy'];
  readonly strictTls: boolean;
  readonly isNamed: boolean;
}

interface RouteAsked {
  readonly trustProxy: boolean;
  readonly host: Sentence | string;
  readonly isNamed: boolean;
}

/** A check refused the address. */
export interface Refused {
  readonly ok: false;
  readonly layer: WebLayer;
  /** Absent where the setting of a proxy cannot be used. */
  readonly reason?: Sentence;
  readonly failure: Failure;
}

export interface GuardedRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
  /** Called with each address before it is dialled. */
  readonly onDial: (address: string) => void;
  /** In failures in place of a host that a server chose: its name is no text to trust. */
  readonly name?: Sentence;
}

export interface GuardedResponse {
  readonly ok: true;
  /** As it was asked for: without a trailing dot and fragment. */
  readonly url: URL;
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: Readable;
  /** Ends the connection; to be called in any case. */
  close(): void;
}

/**
 * HTTP to addresses that no one vouches for: pages, and what servers hand out. Every request passes
 * all checks, of the address before and of the connection below; redirects are not followed. Each
 * has its own connection, so that no check of an earlier one is relied on.
 */
export class GuardedClient {
  private readonly secureContext;

  constructor(private readonly deps: GuardedClientDeps) {
    this.secureContext = contextOf(deps.network);
  }

  /** The checks that need no lookup: the address, the user's domains, the proxy. */
  judge(text: string, name?: Sentence): Judged | Refused {
    const { allow, deny, trustProxy } = this.deps.rules();
    const matches = (rules: readonly UrlRule[], url: URL, subdomains: boolean) =>
      rules.some((rule) => matchesUrlRule(rule, url, { subdomains }));
    const isNamed = this.isNamed(text);
    const judged = isNamed
      ? judgeNamedUrl(text)
      : judgePublicUrl(text, (url) => matches(allow, url, false), name);
    if (!judged.ok) {
      const { reason, suggestion } = judged.refusal;
      return refuse('url', reason, suggestion);
    }
    const { url } = judged;
    const host = name ?? url.host;
    if (matches(deny, url, true)) {
      const reason = say`The setting ${'gatehouse.web.deny'} excludes this address on ${host}.`;
      return refuse('domains', reason);
    }
    if (!isNamed && allow.length > 0 && !matches(allow, url, false)) {
      const reason = say`The setting ${'gatehouse.web.allow'} does not include this address on ${host}.`;
      return refuse('domains', reason);
    }
    return this.judgeRoute(url, { trustProxy, host, isNamed });
  }

  /** The proxy that would carry a request to the address. */
  proxyOf(url: string): string | undefined {
    const route = this.routeOf(url);
    return route.ok ? route.value.proxy?.url : undefined;
  }

  /** Rejects as undici does, or with a `WebRefusal` or `StageError` of the connection. */
  async request(text: string, asked: GuardedRequest): Promise<GuardedResponse | Refused> {
    const judged = this.judge(text, asked.name);
    if (!judged.ok) return judged;
    const { url } = judged;
    const { method, headers, body = null, signal } = asked;
    const dispatcher = await this.dispatcherFor(judged, asked);
    const close = (): void => {
      dispatcher.destroy().catch(() => undefined);
    };
    try {
      signal.throwIfAborted();
      const path = `${url.pathname}${url.search}`;
      const target = { origin: url.origin, path, method, headers, body, signal };
      const response = await untilAborted(dispatcher.request(target), signal);
      response.body.on('error', () => undefined);
      return {
        ok: true,
        url,
        status: response.statusCode,
        headers: response.headers,
        body: response.body,
        close,
      };
    } catch (error) {
      close();
      throw error;
    }
  }

  private isNamed(text: string): boolean {
    return URL.canParse(text) && new URL(text).origin === this.deps.origin;
  }

  private routeOf(url: string) {
    return chooseRoute(url, this.deps.proxy(), this.deps.environment());
  }

  private judgeRoute(url: URL, { trustProxy, host, isNamed }: RouteAsked): Judged | Refused {
    const route = this.routeOf(url.href);
    if (!route.ok) return { ok: false, layer: 'proxy', failure: route.failure };
    const { proxy, strictTls } = route.value;
    if (proxy !== undefined && !trustProxy) {
      const reason = say`A proxy would look up ${host}, so its address cannot be checked. The user can accept that in the setting ${'gatehouse.web.trustProxy'}.`;
      return refuse('proxy', reason);
    }
    return { ok: true, url, proxy, strictTls, isNamed };
  }

  private async dispatcherFor(
    { proxy, strictTls, isNamed }: Judged,
    { signal, onDial, name }: GuardedRequest,
  ): Promise<Dispatcher> {
    const { Agent, Pool, ProxyAgent } = await import('undici');
    const { network, clock } = this.deps;
    const secureContext = this.secureContext();
    // The deadline of the caller ends every wait; no second request uses the connection.
    const once = { headersTimeout: 0, bodyTimeout: 0, pipelining: 0 };
    if (proxy === undefined) {
      const asked = { network, clock, signal, onDial, name, secureContext, isNamed };
      const connect = guardedConnector(asked);
      return new Agent({ ...once, connect });
    }
    const connect = {
      rejectUnauthorized: strictTls,
      ...(secureContext === undefined ? {} : { secureContext }),
    };
    const login = this.loginOf(proxy);
    return new ProxyAgent({
      ...once,
      uri: proxy.url,
      ...(login === undefined ? {} : { token: login }),
      proxyTls: connect,
      requestTls: connect,
      clientFactory: (origin, options) => proxyPool({ Pool }, origin, options),
    });
  }

  /** One that the settings name. What the environment happens to hold is not sent. */
  private loginOf(proxy: NonNullable<Route['proxy']>): string | undefined {
    const { url, authorization } = this.deps.proxy();
    return url.trim() === '' ? authorization : proxy.authorization;
  }
}

/** The signal stops a request only once it is connected, and a proxy can put that off for ever. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      const reason: unknown = signal.reason;
      reject(reason instanceof Error ? reason : new Error('aborted', { cause: reason }));
    };
    signal.addEventListener('abort', stop, { once: true });
    const release = (): void => {
      signal.removeEventListener('abort', stop);
    };
    work.then(release, release);
    work.then(resolve, reject);
  });
}

function refuse(layer: WebLayer, reason: Sentence, suggestion?: string): Refused {
  return { ok: false, layer, reason, failure: refusedBy(layer, reason, suggestion) };
}
