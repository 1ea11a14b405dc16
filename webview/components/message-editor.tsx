import type { TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { UserItem } from '../../src/core/contracts/panel';
import { usePage } from '../page';
import { SentAttachments } from './attachments';
import { Button } from './button';

/** Changes a message that was sent, in its place. The new one begins a chat of its own. */
export function MessageEditor(props: { readonly item: UserItem; readonly close: () => void }) {
  const { item, close } = props;
  const { store, post } = usePage();
  const [text, setText] = useState(item.text);
  const input = useRef<HTMLTextAreaElement>(null);
  const canSend = item.canEdit === true && text.trim() !== '';

  // Before the next key: what is typed at once belongs to the message.
  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.setSelectionRange(item.text.length, item.text.length);
  }, []);

  const send = () => {
    if (!canSend) return;
    store.leaveChat();
    store.focusInput();
    post({ type: 'editMessage', itemId: item.id, text });
    close();
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLTextAreaElement>) => {
    if (event.isComposing) return;
    const sends = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (sends) send();
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  };
  return (
    <>
      <textarea
        ref={input}
        class="input editor-input"
        rows={2}
        dir="auto"
        aria-label="Edit message"
        aria-description="Goes on in a new chat; this one stays."
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <SentAttachments items={item.attachments} />
      <div class="editor-row">
        <span class="hint">Goes on in a new chat; this one stays.</span>
        <Button text="Cancel" title="Cancel (Esc)" onClick={close} />
        <Button text="Send" title="Send (Ctrl+Enter)" primary disabled={!canSend} onClick={send} />
      </div>
    </>
  );
}
