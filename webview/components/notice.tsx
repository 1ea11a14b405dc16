import type { NoticeItem } from '../../src/core/contracts/panel';
import { noticeLabel } from '../announce';
import { countdownText, secondsUntil, spokenCountdown } from '../countdown';
import { usePage } from '../page';
import { Button } from './button';
import { Icon } from './icon';
import { MarkdownText } from './markdown-text';
import { useNow } from './use-now';

const icons = { info: 'info', warning: 'warning', error: 'error' } as const;
const actions = {
  retry: { icon: 'refresh', text: 'Retry' },
  continue: { icon: 'play', text: 'Continue' },
} as const;

export function NoticeView({ item }: { readonly item: NoticeItem }) {
  const { post } = usePage();
  const action = item.action && actions[item.action];
  return (
    <article class={`entry notice notice-${item.level}`}>
      <Icon name={icons[item.level]} />
      <span class="sr-only">{noticeLabel[item.level]}:</span>
      <div class="notice-body">
        <MarkdownText text={item.text} />
        {item.waitUntil !== undefined && <Countdown until={item.waitUntil} />}
        {action && (
          <Button {...action} onClick={() => post({ type: 'noticeAction', itemId: item.id })} />
        )}
      </div>
    </article>
  );
}

/** Counts the seconds for the eye; the ear hears of a few moments only. */
function Countdown({ until }: { readonly until: number }) {
  const { post } = usePage();
  const seconds = secondsUntil(until, useNow());
  return (
    <div class="countdown">
      <span role="timer" aria-live="off">
        Trying again {countdownText(seconds)}
      </span>
      <span class="sr-only" aria-live="polite">
        Trying again {spokenCountdown(seconds)}
      </span>
      <Button text="Cancel" onClick={() => post({ type: 'stop' })} />
    </div>
  );
}
