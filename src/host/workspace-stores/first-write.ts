import type { Store } from '../../adapters/store/store';

/**
 * Reports the first write to a store, from which its folder is remembered. Reads and searches leave
 * no trace.
 */
export function withFirstWriteHook(store: Store, onFirstWrite: () => void): Store {
  let isNoted = false;
  const note = (): void => {
    if (isNoted) return;
    isNoted = true;
    onFirstWrite();
  };
  const { audit, overflow, summaries, conversations } = store;
  return {
    ...store,
    audit: {
      append: (entry) => {
        note();
        return audit.append(entry);
      },
    },
    overflow: {
      ...overflow,
      put: (entry) => {
        note();
        return overflow.put(entry);
      },
    },
    summaries: {
      ...summaries,
      add: (record) => {
        note();
        return summaries.add(record);
      },
    },
    conversations: {
      ...conversations,
      write: (id, change) => {
        note();
        return conversations.write(id, change);
      },
    },
  };
}
