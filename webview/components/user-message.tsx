import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { UserItem } from '../../src/core/contracts/panel';
import { SentAttachments } from './attachments';
import { CopyButton } from './copy-button';
import { Icon } from './icon';
import { MessageEditor } from './message-editor';

export function UserMessageView({ item }: { readonly item: UserItem }) {
  const [isEditing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useLayoutEffect(() => {
    if (wasEditing.current && !isEditing) edit.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  return (
    <article class={`entry user-message ${isEditing ? 'is-editing' : ''}`}>
      <h2 class="sr-only">You</h2>
      {!isEditing && (
        <div class="message-buttons">
          <CopyButton text={item.text} label="Copy message" isCompact />
          {item.canEdit === true && (
            <button
              type="button"
              class="small-button compact"
              title="Edit and send again"
              aria-label="Edit and send again"
              ref={edit}
              onClick={() => setEditing(true)}
            >
              <Icon name="edit" />
            </button>
          )}
        </div>
      )}
      <div class="user-bubble">
        {isEditing ? (
          <MessageEditor item={item} close={() => setEditing(false)} />
        ) : (
          <>
            <div class="user-text" dir="auto">
              {item.text}
            </div>
            <SentAttachments items={item.attachments} />
          </>
        )}
      </div>
    </article>
  );
}
