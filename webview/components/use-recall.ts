import { useRef } from 'preact/hooks';
import { usePage } from '../page';
import { recall, type Recalled } from '../recall';

const nothing: Recalled = { index: -1, text: '' };

/** Arrow up in an empty input brings back what was sent, as in a shell. */
export function useRecall(
  input: { readonly current: HTMLTextAreaElement | null },
  changed: () => void,
) {
  const { store } = usePage();
  const current = useRef(nothing);

  const sent = () =>
    store.order.peek().flatMap((id) => {
      const item = store.item(id);
      return item?.type === 'user' ? [item.text] : [];
    });

  const onKey = (key: string): boolean => {
    const element = input.current;
    const step = key === 'ArrowUp' ? 1 : key === 'ArrowDown' ? -1 : undefined;
    if (element === null || step === undefined) return false;
    if (element.value !== current.current.text) current.current = nothing;
    if (element.value !== current.current.text) return false;
    const next = recall(sent(), current.current, step);
    if (next === undefined) return false;
    current.current = next;
    element.value = next.text;
    changed();
    return true;
  };

  return { onKey, reset: () => (current.current = nothing) };
}
