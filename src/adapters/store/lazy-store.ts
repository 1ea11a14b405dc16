import { fail } from '../../core/contracts/failure';
import { createLazyPart } from '../system/lazy-part';
import { closedFailure } from './session/session';
import type { Store } from './store';

export interface LazyStoreDeps {
  readonly load: () => Promise<Store>;
  /** Called when the load has failed; the next use tries again. */
  readonly onLoadFailed: (error: unknown) => void;
}

/**
 * The store in a bundle of its own, loaded at its first use (decision lazy-bundles). What asks for
 * it while it cannot be loaded fails, and so does the call that had to be recorded: fail closed.
 */
export function createLazyStore({ load, onLoadFailed }: LazyStoreDeps): Store {
  const listeners = new Set<(text: string) => void>();
  let loaded: Store | undefined;
  let isClosed = false;
  const ask = createLazyPart({
    load: async () => {
      loaded = await load();
      loaded.onProblem((text) => {
        for (const listener of listeners) listener(text);
      });
      return loaded;
    },
    name: 'The part of Gatehouse that keeps the audit log',
    onLoadFailed,
  });
  const use: typeof ask = async (question) =>
    isClosed && loaded === undefined ? fail(closedFailure) : ask(question);

  return {
    audit: { append: (entry) => use(({ audit }) => audit.append(entry)) },
    auditQuery: {
      list: (page) => use(({ auditQuery }) => auditQuery.list(page)),
      tools: () => use(({ auditQuery }) => auditQuery.tools()),
    },
    auditTrail: { verify: (options) => use(({ auditTrail }) => auditTrail.verify(options)) },
    overflow: {
      put: (entry) => use(({ overflow }) => overflow.put(entry)),
      read: (request) => use(({ overflow }) => overflow.read(request)),
    },
    summaries: {
      add: (record) => use(({ summaries }) => summaries.add(record)),
      list: (conversationId) => use(({ summaries }) => summaries.list(conversationId)),
    },
    conversations: {
      write: (id, change) => use(({ conversations }) => conversations.write(id, change)),
      read: (id) => use(({ conversations }) => conversations.read(id)),
      list: (query) => use(({ conversations }) => conversations.list(query)),
      delete: (id) => use(({ conversations }) => conversations.delete(id)),
    },
    health: () => use((store) => store.health()),
    erase: () => use((store) => store.erase()),
    problems: () => loaded?.problems() ?? [],
    onProblem: (listener) => {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
    close: async () => {
      isClosed = true;
      await loaded?.close();
    },
  };
}
