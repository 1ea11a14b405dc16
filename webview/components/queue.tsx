import { useRef } from 'preact/hooks';
import type { QueuedItem } from '../../src/core/contracts/panel';
import { cutLine } from '../format';
import { usePage } from '../page';
import { IconButton } from './icon';

/** Longer messages are cut by the page anyway; a very long line only costs time. */
const maxText = 300;

/** Messages that wait for the turn to end; each can be changed, sent at once, or removed. */
export function Queue({ messages }: { readonly messages: readonly QueuedItem[] }) {
  const { store, post } = usePage();
  const list = useRef<HTMLUListElement>(null);
  if (messages.length === 0) return null;

  const leave = (type: 'unqueue' | 'sendNow', queuedId: string) => {
    store.focusInput();
    post({ type, queuedId });
  };
  const drop = (queuedId: string, index: number) => {
    // The next message moves up under the focus; behind the last there is none.
    const buttons = list.current?.children[index - 1]?.querySelectorAll('button');
    if (index === messages.length - 1) {
      if (buttons) buttons[buttons.length - 1]?.focus();
      else store.focusInput();
    }
    post({ type: 'dropQueued', queuedId });
  };
  return (
    <ul class="queue" ref={list} aria-label="Queued messages">
      {messages.map(({ queuedId, text: whole }, index) => {
        const text = cutLine(whole, maxText);
        return (
          <li key={index}>
            <span class="tag">queued</span>
            <span class="queued-text" title={text}>
              {text}
            </span>
            <IconButton
              icon="edit"
              label="Edit"
              name={`Edit queued message: ${text}`}
              onClick={() => leave('unqueue', queuedId)}
            />
            <IconButton
              icon="send"
              label="Send now; stops the running turn"
              name={`Send now: ${text}`}
              onClick={() => leave('sendNow', queuedId)}
            />
            <IconButton
              icon="close"
              label="Remove from the queue"
              name={`Remove from the queue: ${text}`}
              onClick={() => drop(queuedId, index)}
            />
          </li>
        );
      })}
    </ul>
  );
}
