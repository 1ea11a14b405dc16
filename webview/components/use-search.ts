import { useEffect, useRef, useState } from 'preact/hooks';
import { usePage } from '../page';

/** Milliseconds after the last key before the host is asked. */
const settleMs = 120;

export type HistorySearch = ReturnType<typeof useSearch>;

/** What is typed in the search box, and what the host was asked for. */
export function useSearch(query: string) {
  const { post } = usePage();
  const [text, setText] = useState(query);
  const asked = useRef(query);
  const timer = useRef<number | undefined>(undefined);

  const ask = (wanted: string) => {
    clearTimeout(timer.current);
    if (wanted === asked.current) return;
    asked.current = wanted;
    post({ type: 'searchHistory', query: wanted });
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  return {
    text,
    /** True while the list is that of another search. */
    isBehind: text.trim() !== query.trim(),
    type: (typed: string) => {
      setText(typed);
      clearTimeout(timer.current);
      timer.current = window.setTimeout(() => ask(typed.trim()), settleMs);
    },
    clear: () => {
      setText('');
      ask('');
    },
    again: () => post({ type: 'searchHistory', query: text.trim() }),
  };
}
