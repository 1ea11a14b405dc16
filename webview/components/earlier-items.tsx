import { useLayoutEffect, useRef } from 'preact/hooks';
import { formatCount } from '../format';
import { usePage } from '../page';
import { Button } from './button';
import { useOnce } from './use-once';

/** How many the host sends at a time. */
const batch = 200;

/** Brings older items of a long chat, above what is read. */
export function EarlierItems({ focusInstead }: { readonly focusInstead: () => void }) {
  const { store, post } = usePage();
  const count = store.state.value?.earlier ?? 0;
  const { isBusy, once } = useOnce();
  const asked = useRef<number | undefined>(undefined);
  const next = formatCount(Math.min(batch, count), 'earlier item');

  useLayoutEffect(() => {
    const before = asked.current;
    if (before === undefined || before === count) return;
    asked.current = undefined;
    if (before > count) store.say(`${formatCount(before - count, 'earlier item')} shown.`);
    if (count === 0 && document.activeElement === document.body) focusInstead();
  }, [count]);

  if (count === 0) return null;
  return (
    <div class="earlier">
      <Button
        text={`Show ${next}`}
        icon="arrow-up"
        small
        title={`${formatCount(count, 'earlier item')} in all`}
        isOff={isBusy}
        onClick={once(() => {
          asked.current = count;
          post({ type: 'showEarlier' });
        })}
      />
    </div>
  );
}
