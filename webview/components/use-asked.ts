import { useLayoutEffect, useRef } from 'preact/hooks';
import type { HistoryItem, HistoryList } from '../../src/core/contracts/panel';
import { historyTitle } from '../history';
import { usePage } from '../page';

interface Asked {
  readonly what: 'Renamed' | 'Deleted';
  readonly title: string;
}

/** Says that a chat was renamed or deleted, once the list shows it; the host may be asked in vain. */
export function useReportedActions({ items, query, state }: HistoryList) {
  const { store } = usePage();
  const asked = useRef(new Map<string, Asked>());

  useLayoutEffect(() => asked.current.clear(), [query]);
  useLayoutEffect(() => {
    if (state === 'loading') return;
    for (const [id, { what, title }] of asked.current) {
      const item = items.find(({ historyId }) => historyId === id);
      if (what === 'Deleted' ? item !== undefined : item?.title === title) continue;
      asked.current.delete(id);
      store.say(`${what}: ${historyTitle(item?.title ?? title)}`);
    }
  }, [items, state]);

  return (what: Asked['what'], { historyId, title }: HistoryItem) =>
    void asked.current.set(historyId, { what, title });
}
