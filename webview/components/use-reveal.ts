import { useLayoutEffect, useRef } from 'preact/hooks';
import { usePage } from '../page';
import type { LeaveHistory } from './use-leave-history';

/** In milliseconds; the style sheet fades it meanwhile, unless motion is unwanted. */
const markMs = 2000;

interface Box {
  readonly current: HTMLElement | null;
}

/** What keeps the end of the transcript in sight. */
interface Follow {
  /** Lets go of the end. */
  readonly hold: () => void;
  /** Takes it up again when it is in sight. */
  readonly settle: () => void;
}

/** Shows the item that the host points to: in sight, open, marked for a moment, with the focus. */
export function useReveal(items: Box, follow: Follow, leave: LeaveHistory): void {
  const { store } = usePage();
  const { count, itemId } = store.revealed.value;
  const isCovered = (store.state.value?.history ?? null) !== null;
  const done = useRef(0);

  useLayoutEffect(() => {
    if (count === done.current) return;
    if (isCovered) {
      leave.close();
      return;
    }
    done.current = count;
    const entry = items.current?.children[store.order.peek().indexOf(itemId)];
    if (!(entry instanceof HTMLElement)) {
      store.say('This item is not in the chat any more.');
      return;
    }
    follow.hold();
    show(entry, follow.settle);
    store.say(`Shown: ${entry.ariaLabel ?? 'message'}`);
  }, [count, isCovered]);
}

function show(entry: HTMLElement, settle: () => void): void {
  const head = entry.querySelector<HTMLElement>('.card-head');
  if (head?.ariaExpanded === 'false') head.click();
  if (head === null) entry.tabIndex = -1;
  (head ?? entry).focus({ preventScroll: true });
  const scroll = () => entry.scrollIntoView({ block: 'start' });
  scroll();
  // Its neighbours get their real heights, and its own body its place, only when they are drawn.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      scroll();
      settle();
    }),
  );
  entry.classList.add('is-revealed');
  setTimeout(() => entry.classList.remove('is-revealed'), markMs);
}
