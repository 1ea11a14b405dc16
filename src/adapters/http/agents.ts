import { Agent, Pool, ProxyAgent, type Dispatcher } from 'undici';
import type { Disposable } from '../../core/ports/disposable';
import type { Route } from './choose-route';
import { trustedCertificates } from './trusted-certificates';

export interface TimeLimits {
  /** Milliseconds to connect. */
  readonly connectMs: number;
  /** Milliseconds until the answer begins: a local model may load first. */
  readonly firstByteMs: number;
  /** Milliseconds of silence within an answer. */
  readonly idleMs: number;
}

export interface Agents extends Disposable {
  /** The connections for this way. */
  for(route: Route, url: string): Dispatcher;
}

/** Agents that go one way; `identity` tells that way from another. */
interface Slot {
  readonly identity: string;
  readonly agent: Dispatcher;
}

/**
 * Connections, kept for each kind of way: direct or by the proxy, plain or secure. When another
 * proxy is set, its agent takes the place of the one before.
 */
export function createAgents(limits: TimeLimits): Agents {
  const slots = new Map<string, Slot>();
  const retired = new Set<Dispatcher>();
  const certificates = once(trustedCertificates);
  /** An answer that still streams is let finish. */
  const retire = (agent: Dispatcher) => {
    retired.add(agent);
    const forget = () => retired.delete(agent);
    agent.close().then(forget, forget);
  };
  return {
    for: (route, url) => {
      const identity = JSON.stringify(route);
      const slot = `${route.proxy === undefined ? 'direct' : 'proxy'} ${new URL(url).protocol}`;
      const found = slots.get(slot);
      if (found?.identity === identity) return found.agent;
      if (found !== undefined) retire(found.agent);
      const isSecure = [url, route.proxy?.url].some((each) => each?.startsWith('https:') === true);
      const agent = createAgent(route, limits, isSecure ? certificates() : undefined);
      slots.set(slot, { identity, agent });
      return agent;
    },
    dispose: () => {
      const all = [...[...slots.values()].map(({ agent }) => agent), ...retired];
      slots.clear();
      retired.clear();
      void Promise.allSettled(all.map((agent) => agent.destroy()));
    },
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function createAgent(
  route: Route,
  limits: TimeLimits,
  certificates: ReturnType<typeof trustedCertificates>,
): Dispatcher {
  const { connectMs, firstByteMs, idleMs } = limits;
  const { proxy, strictTls } = route;
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
