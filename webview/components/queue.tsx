import { usePage } from '../page';
import { IconButton } from './icon';

/** Messages that wait for the turn to end; each can be taken back and changed. */
export function Queue({ messages }: { readonly messages: readonly string[] }) {
  const { post } = usePage();
  if (messages.length === 0) return null;
  return (
    <ul class="queue" aria-label="Queued messages">
      {messages.map((message, index) => (
        <li key={`${index} ${message}`}>
          <span class="tag">queued</span>
          <span class="queued-text">{message}</span>
          <IconButton
            icon="edit"
            label="Take back into the input"
            onClick={() => post({ type: 'unqueue', index })}
          />
        </li>
      ))}
    </ul>
  );
}
