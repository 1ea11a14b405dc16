import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { TargetedKeyboardEvent } from 'preact';
import { usePage } from '../state/page-context';
import { AssistantMessageView, MarkdownText } from './assistant-message';
import { CallCard } from '../cards/call-card';
import type { UserItem, NoticeItem } from '../../src/core/contracts/panel/state';
import { SentAttachments } from '../composer/attachments';
import { CopyButton, Icon, Button } from '../base/buttons';
import { messageName } from '../text/announce';
import { countdownText, secondsUntil, spokenCountdown } from '../text/format';
import { t } from '../l10n/l10n';
import { useNow } from '../base/elapsed';

/** One item. Reads its own signal, so that a growing item redraws nothing else. */
export function TranscriptEntry({ id }: { readonly id: string }) {
  const { store } = usePage();
  const item = store.item(id);
  switch (item?.type) {
    case 'user':
      return <UserMessageView item={item} />;
    case 'assistant':
      return <AssistantMessageView item={item} />;
    case 'notice':
      return <NoticeView item={item} />;
    case 'call':
      return <CallCard item={item} />;
    case undefined:
      return null;
  }
}

function UserMessageView({ item }: { readonly item: UserItem }) {
  const [isEditing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useLayoutEffect(() => {
    // After Send, the composer has the focus.
    const isLost = document.activeElement === document.body;
    if (wasEditing.current && !isEditing && isLost) edit.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  return (
    <article
      class={`entry user-message ${isEditing ? 'is-editing' : ''}`}
      aria-label={messageName('entry.you', item.text)}
    >
      <h2 class="sr-only">{t('message.you')}</h2>
      {!isEditing && (
        <div class="message-buttons">
          <CopyButton text={item.text} label={t('message.copy')} isCompact />
          {item.canEdit === true && (
            <button
              type="button"
              class="small-button compact"
              title={t('message.edit')}
              aria-label={t('message.edit')}
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

/** Edits a sent message in place. The new message starts its own chat. */
function MessageEditor(props: { readonly item: UserItem; readonly close: () => void }) {
  const { item, close } = props;
  const { store, post } = usePage();
  const [text, setText] = useState(item.text);
  const input = useRef<HTMLTextAreaElement>(null);
  const canSend = item.canEdit === true && text.trim() !== '';

  // Before the next key: immediate typing belongs to the message.
  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.setSelectionRange(item.text.length, item.text.length);
  }, []);

  const send = () => {
    const text = input.current?.value ?? '';
    if (item.canEdit !== true || text.trim() === '') return;
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
        aria-label={t('message.editLabel')}
        aria-description={t('message.newChat')}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <SentAttachments items={item.attachments} />
      <div class="editor-row">
        <span class="hint">{t('message.newChat')}</span>
        <Button text={t('button.cancel')} title={t('message.cancelHint')} onClick={close} />
        <Button
          text={t('message.send')}
          title={t('message.sendHint')}
          primary
          disabled={!canSend}
          onClick={send}
        />
      </div>
    </>
  );
}

const icons = { info: 'info', warning: 'warning', error: 'error' } as const;
const actions = {
  retry: { icon: 'refresh', text: t('notice.retry') },
  continue: { icon: 'play', text: t('notice.continue') },
  fenced: { icon: 'terminal', text: t('notice.fenced') },
} as const;

function NoticeView({ item }: { readonly item: NoticeItem }) {
  const { post } = usePage();
  const action = item.action && actions[item.action];
  return (
    <article
      class={`entry notice notice-${item.level}`}
      aria-label={messageName(`notice.${item.level}`, item.text)}
    >
      <Icon name={icons[item.level]} />
      <span class="sr-only">{t(`notice.${item.level}Label`)}</span>
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

/** Counts seconds visually; screen readers hear only a few updates. */
function Countdown({ until }: { readonly until: number }) {
  const { post } = usePage();
  const seconds = secondsUntil(until, useNow());
  return (
    <div class="countdown">
      <span role="timer" aria-live="off">
        {countdownText(seconds)}
      </span>
      <span class="sr-only" aria-live="polite">
        {spokenCountdown(seconds)}
      </span>
      <Button text={t('button.cancel')} onClick={() => post({ type: 'stop' })} />
    </div>
  );
}
