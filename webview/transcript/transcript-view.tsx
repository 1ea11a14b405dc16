import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { usePage } from '../state/page-context';
import { Icon, Button, useOnce } from '../base/buttons';
import { EmptyState } from './empty-state';
import { focusOn } from '../base/focus';
import { useLogFocus } from './log-focus';
import { TranscriptEntry } from './transcript-entry';
import type { LeaveHistory } from '../history/use-leave-history';
import { t } from '../l10n/l10n';

/** Distance from the bottom, in pixels, that still counts as the bottom. */
const nearBottom = 24;

/** The messages and cards. Follows the end only while the user is there. */
export function TranscriptView({ leave }: { readonly leave: LeaveHistory }) {
  const { store, post } = usePage();
  const scroller = useRef<HTMLDivElement>(null);
  const items = useRef<HTMLDivElement>(null);
  const logFocus = useLogFocus(items);
  const { isFollowing, follow, hold, settle } = useFollow(scroller, store.generation.value);
  const ids = store.order.value;
  const later = store.state.value?.later ?? 0;
  const toLatest = () => {
    if (later > 0) post({ type: 'showLatest' });
    follow();
  };
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
          aria-label={t('transcript.label')}
          tabIndex={ids.length === 0 ? undefined : 0}
          {...logFocus}
        >
          {ids.map((id) => (
            <TranscriptEntry key={id} id={id} />
          ))}
        </div>
        <LaterItems hold={hold} />
        {ids.length === 0 && <EmptyState />}
      </div>
      {(!isFollowing || later > 0) && (
        <div class="jump-bar">
          <button type="button" class="jump" onClick={toLatest}>
            <Icon name="arrow-down" /> {t('transcript.latest')}
          </button>
        </div>
      )}
    </div>
  );
}

/** Keeps the end in view while content grows, until the user scrolls up. */
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
  /** Based on the current scroll position. */
  const settle = () => {
    if (scroller.current === null) return;
    const { scrollTop, scrollHeight, clientHeight } = scroller.current;
    const isNear = scrollHeight - scrollTop - clientHeight <= nearBottom;
    // Growing content never scrolls up: only the user does.
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

/** Number of items the host sends at a time. */
const batch = 200;

/** Loads older items of a long chat above the current position. */
function EarlierItems({ focusInstead }: { readonly focusInstead: () => void }) {
  const { store, post } = usePage();
  const count = store.state.value?.earlier ?? 0;
  const { isBusy, once } = useOnce();
  const asked = useRef<number | undefined>(undefined);
  const next = Math.min(batch, count);

  useLayoutEffect(() => {
    const before = asked.current;
    if (before === undefined || before === count) return;
    asked.current = undefined;
    if (before > count) store.say(t('transcript.earlierShown', { count: before - count }));
    if (count === 0 && document.activeElement === document.body) focusInstead();
  }, [count]);

  if (count === 0) return null;
  return (
    <div class="earlier">
      <Button
        text={t('transcript.showEarlier', { count: next })}
        icon="arrow-up"
        small
        title={t('transcript.earlierAll', { count })}
        isOff={isBusy}
        onClick={once(() => {
          asked.current = count;
          post({ type: 'showEarlier' });
        })}
      />
    </div>
  );
}

/** Loads newer items of a long chat, which left the page for older ones. */
function LaterItems({ hold }: { readonly hold: () => void }) {
  const { store, post } = usePage();
  const count = store.state.value?.later ?? 0;
  const { isBusy, once } = useOnce();
  if (count === 0) return null;
  return (
    <div class="earlier">
      <Button
        text={t('log.showLater', { count: Math.min(batch, count) })}
        icon="arrow-down"
        small
        isOff={isBusy}
        onClick={once(() => {
          // The new items come below what is read.
          hold();
          post({ type: 'showLater' });
        })}
      />
    </div>
  );
}

interface Box {
  readonly current: HTMLElement | null;
}

/** Keeps the scroll position when items are added above, or leave there. */
function useScrollAnchor(scroller: Box, items: Box, firstId: string | undefined): void {
  const lastId = useRef(firstId);
  // Read before the next render: afterwards the position is lost.
  const isOther = lastId.current !== firstId;
  const { firstElementChild = null, lastElementChild = null } = (isOther && items.current) || {};
  // One of them stays: items leave only at the end where none are added.
  const ends = [firstElementChild, lastElementChild].map((entry) => {
    return { entry, top: entry?.getBoundingClientRect().top ?? 0 };
  });
  useLayoutEffect(() => {
    lastId.current = firstId;
    const { entry, top = 0 } = ends.find((end) => end.entry?.isConnected) ?? {};
    if (!entry || scroller.current === null) return;
    scroller.current.scrollTop += entry.getBoundingClientRect().top - top;
  }, [firstId]);
}

/** In milliseconds; the style sheet fades it, unless reduced motion is on. */
const markMs = 2000;

/** Keeps the end of the transcript in view. */
interface Follow {
  /** Stops following the end. */
  readonly hold: () => void;
  /** Follows it again when it is in view. */
  readonly settle: () => void;
}

/** Shows the item that the host points to: scrolled into view, open, briefly marked, focused. */
function useReveal(items: Box, follow: Follow, leave: LeaveHistory): void {
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
      store.say(t('transcript.gone'));
      return;
    }
    follow.hold();
    show(entry, follow.settle);
    store.say(t('transcript.shown', { name: entry.ariaLabel ?? t('transcript.message') }));
  }, [count, isCovered]);
}

function show(entry: HTMLElement, settle: () => void): void {
  const approval = entry.querySelector<HTMLElement>('.approval');
  const head = entry.querySelector<HTMLElement>('.card-head');
  if (approval === null && head?.ariaExpanded === 'false') head.click();
  focusOn(approval ?? head ?? entry);
  const scroll = () => entry.scrollIntoView({ block: 'start' });
  scroll();
  // Neighbors get their real heights, and the item its position, only when drawn.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      scroll();
      settle();
    }),
  );
  entry.classList.add('is-revealed');
  setTimeout(() => entry.classList.remove('is-revealed'), markMs);
}
