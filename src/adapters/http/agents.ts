import type { Dispatcher } from 'undici';
import * as tls from 'node:tls';
import type { Disposable } from '../../core/ports/disposable';
import type { Route } from './proxy-route';
import { readValue } from '../../core/base/json';

export interface Agents extends Disposable {
  /** The connections for this way. */
  for(route: Route, url: string): Dispatcher;
}

/** Agents that go one way; `identity` distinguishes that way from others. */
interface Slot {
  readonly identity: string;
  readonly agent: Dispatcher;
}

/**
 * Connections, kept for each kind of way: direct or by the proxy, plain or secure. When another
 * proxy is set, its agent takes the place of the one before.
 */
export function createAgents(make: (route: Route, isSecure: boolean) => Dispatcher): Agents {
  const slots = new Map<string, Slot>();
  const retired = new Set<Dispatcher>();
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
      const agent = make(route, isSecure);
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

/**
 * What certificates are checked against: those that Node brings, and those of the system, where a
 * company puts its own. Undefined where this Node cannot read the system's: then its own rules hold.
 * Reading them takes a while on some systems, so the caller keeps the answer.
 */
export function trustedCertificates(
  source: unknown = tls,
): { readonly secureContext: tls.SecureContext } | undefined {
  const list = listOf(source);
  if (list === undefined) return undefined;
  try {
    const ca = [...new Set([...list('default'), ...list('system')])];
    return { secureContext: tls.createSecureContext({ ca }) };
  } catch {
    // A store that cannot be read, or holds what is no certificate, must not end every request.
    return undefined;
  }
}

type List = (type: 'default' | 'system') => readonly string[];

/** `tls.getCACertificates` came with Node 22.15. */
function listOf(source: unknown): List | undefined {
  const get = readValue(source, 'getCACertificates');
  if (typeof get !== 'function') return undefined;
  return (type) => {
    const certificates: unknown = Reflect.apply(get, source, [type]);
    if (!Array.isArray(certificates)) return [];
    return certificates.filter((each: unknown) => typeof each === 'string');
  };
}
