import { useLayoutEffect, useRef } from 'preact/hooks';

interface Box {
  readonly current: HTMLElement | null;
}

/** What is read stays where it is on the page when older items come in above it. */
export function useScrollAnchor(scroller: Box, items: Box, firstId: string | undefined): void {
  const lastId = useRef(firstId);
  // Read before the page is drawn anew: afterwards nothing tells where it was.
  const isOther = lastId.current !== firstId;
  const entry = isOther ? (items.current?.firstElementChild ?? null) : null;
  const top = entry?.getBoundingClientRect().top ?? 0;
  useLayoutEffect(() => {
    lastId.current = firstId;
    if (entry?.isConnected !== true || scroller.current === null) return;
    scroller.current.scrollTop += entry.getBoundingClientRect().top - top;
  }, [firstId]);
}
