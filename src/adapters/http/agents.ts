import type { Dispatcher } from 'undici';
import * as tls from 'node:tls';
import type { Disposable } from '../../core/ports/disposable';
import type { Route } from './proxy-route';

interface Slot {
  readonly identity: string;
  readonly agent: Dispatcher;
}

/** Agents by kind of route: direct or by proxy, plain or TLS. A changed setting replaces one. */
export class Agents implements Disposable {
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
