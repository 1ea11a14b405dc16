import { useLayoutEffect, useRef } from 'preact/hooks';
import { usePage } from '../state/page-context';

/** Closing the list of all chats. */
export interface LeaveHistory {
  /** Closes it; `then` moves the focus, which otherwise returns to where it was. */
  readonly close: (then?: () => void) => void;
  /** Sets the focus action for when the host closes the list. */
  readonly after: (then: () => void) => void;
}

/** Returns the focus to the element that had it before the list was opened. */
export function useLeaveHistory(isOpen: boolean): LeaveHistory {
  const { store, post } = usePage();
  const wasOpen = useRef(false);
  const move = useRef<(() => void) | undefined>(undefined);
  // Read before the next render: the list takes the focus at once.
  const opener = isOpen && !wasOpen.current ? document.activeElement : null;

  useLayoutEffect(() => {
    if (isOpen === wasOpen.current) return;
    wasOpen.current = isOpen;
    if (isOpen) move.current = focusOf(opener, () => store.focusInput());
    else if (document.activeElement === document.body) move.current?.();
  }, [isOpen]);

  const after = (then: () => void) => void (move.current = then);
  const close = (then?: () => void) => {
    if (then) after(then);
    post({ type: 'closeHistory' });
  };
  return { close, after };
}

function focusOf(element: Element | null, instead: () => void): () => void {
  return () => {
    const canTake = element instanceof HTMLElement && element !== document.body;
    if (canTake && element.isConnected) element.focus();
    else instead();
  };
}
