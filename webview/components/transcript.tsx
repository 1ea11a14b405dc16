import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { usePage } from '../page';
import { EarlierItems } from './earlier-items';
import { EmptyState } from './empty-state';
import { Icon } from './icon';
import { TranscriptEntry } from './transcript-entry';
import { useScrollAnchor } from './use-kept-place';
import type { LeaveHistory } from './use-leave-history';
import { useReveal } from './use-reveal';

/** Pixels from the bottom that still count as being there. */
const nearBottom = 24;

/** The messages and cards. Follows the end only while the person is there. */
export function TranscriptView({ leave }: { readonly leave: LeaveHistory }) {
  const { store } = usePage();
  const scroller = useRef<HTMLDivElement>(null);
  const items = useRef<HTMLDivElement>(null);
  const { isFollowing, follow, hold, settle } = useFollow(scroller, store.generation.value);
  const ids = store.order.value;
  useScrollAnchor(scroller, items, ids[0]);
  useReveal(items, { hold, settle }, leave);
  return (
    <div class="transcript-frame">
      <div class="transcript" ref={scroller} tabIndex={-1}>
        <EarlierItems focusInstead={() => scroller.current?.focus({ preventScroll: true })} />
        <div
          class="transcript-items"
          ref={items}
          role="log"
          aria-live="off"
          aria-label="Conversation"
        >
          {ids.map((id) => (
            <TranscriptEntry key={id} id={id} />
          ))}
        </div>
        {ids.length === 0 && <EmptyState />}
      </div>
      {!isFollowing && (
        <button type="button" class="jump" onClick={follow}>
          <Icon name="arrow-down" /> Jump to latest
        </button>
      )}
    </div>
  );
}

/** Keeps the end in sight while content grows, until the person scrolls up. */
function useFollow(scroller: { readonly current: HTMLDivElement | null }, generation: number) {
  const [isFollowing, setFollowing] = useState(true);
  const following = useRef(true);
  const lastTop = useRef(0);

  const set = (value: boolean) => {
    following.current = value;
    setFollowing(value);
  };
  const follow = () => {
    set(true);
    toBottom(scroller.current);
  };
  /** By the place that is in sight now. */
  const settle = () => {
    if (scroller.current === null) return;
    const { scrollTop, scrollHeight, clientHeight } = scroller.current;
    const isNear = scrollHeight - scrollTop - clientHeight <= nearBottom;
    // Growing content moves the end away without a step up: only the person goes up.
    if (isNear) set(true);
    else if (scrollTop < lastTop.current - 1) set(false);
    lastTop.current = scrollTop;
  };

  useLayoutEffect(follow, [generation]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      if (following.current) toBottom(element);
    });
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    element.addEventListener('scroll', settle, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', settle);
    };
  }, []);
  return { isFollowing, follow, hold: () => set(false), settle };
}

function toBottom(element: HTMLElement | null): void {
  if (element) element.scrollTop = element.scrollHeight;
}
