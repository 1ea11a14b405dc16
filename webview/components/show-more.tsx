import { useEffect, useRef } from 'preact/hooks';
import type { HistoryList } from '../../src/core/contracts/panel';
import { usePage } from '../page';
import { Button } from './button';

/** Asks for the next page, by itself when the end comes near. */
export function ShowMore(props: {
  readonly list: HistoryList;
  readonly scroller: { readonly current: HTMLElement | null };
}) {
  const { post } = usePage();
  const { items, state } = props.list;
  const box = useRef<HTMLDivElement>(null);
  const isLoading = state === 'loading';

  // Once for each page: what the host cannot read is asked for again only by a click.
  useEffect(() => {
    const element = box.current;
    if (element === null || isLoading) return undefined;
    const watch = (entries: readonly IntersectionObserverEntry[]) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      post({ type: 'moreHistory' });
    };
    const observer = new IntersectionObserver(watch, {
      root: props.scroller.current,
      rootMargin: '400px',
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [items.length]);

  return (
    <div class="show-more" ref={box}>
      <Button
        text="Show more"
        small
        isOff={isLoading}
        onClick={() => post({ type: 'moreHistory' })}
      />
    </div>
  );
}
