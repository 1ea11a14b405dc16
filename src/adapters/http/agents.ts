import type { Dispatcher } from 'undici';
import type { Disposable } from '../../core/ports/disposable';
import type { Route } from './choose-route';

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
