import type { PanelState, ChatSummary } from '../../src/core/contracts/panel/state';
import { usePage } from '../state/page-context';
import { IconButton, Icon } from '../base/buttons';
import { useMenu } from '../base/focus';
import { t } from '../l10n/l10n';

export function Header({ state }: { readonly state: PanelState }) {
  const { post } = usePage();
  return (
    <header class="header">
      <ChatPicker state={state} />
      <IconButton
        icon="history"
        label={t('chat.all')}
        onClick={() => post({ type: 'openHistory' })}
      />
      <IconButton icon="add" label={t('chat.new')} onClick={() => post({ type: 'newChat' })} />
    </header>
  );
}

/** Shows the current chat and lists the others, with their running and waiting state. */
function ChatPicker({ state }: { readonly state: PanelState }) {
  const { isOpen, container, close, onKeyDown, toggle } = useMenu();
  const active = state.chats.find(({ id }) => id === state.activeChat);
  const elsewhere = state.chats
    .filter(({ id }) => id !== state.activeChat)
    .reduce((sum, { pending }) => sum + pending, 0);

  return (
    <div class="chat-picker" ref={container} onKeyDown={onKeyDown}>
      <button
        type="button"
        class="chat-current"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        title={active?.title}
        onClick={toggle}
      >
        {active?.running === true && <Icon name="loading" spins />}
        <span class="sr-only">{t('unit.label', { label: t('chat.current') })} </span>
        <span class="chat-title">{active?.title}</span>
        {elsewhere > 0 && <PendingBadge count={elsewhere} isElsewhere />}
        <Icon name="chevron-down" />
      </button>
      {isOpen && <ChatMenu state={state} close={close} />}
    </div>
  );
}

function ChatMenu(props: { readonly state: PanelState; readonly close: () => void }) {
  const { store, post } = usePage();
  const select = (chatId: string) => {
    props.close();
    if (chatId === props.state.activeChat) return;
    store.leaveChat();
    post({ type: 'selectChat', chatId });
  };
  return (
    <div class="menu chat-menu" role="menu" aria-label={t('chat.list')}>
      {props.state.chats.map((chat) => (
        <ChatEntry
          key={chat.id}
          chat={chat}
          isActive={chat.id === props.state.activeChat}
          select={select}
        />
      ))}
      <button
        type="button"
        class="menu-entry menu-last"
        role="menuitem"
        tabIndex={-1}
        onClick={() => {
          props.close();
          post({ type: 'openHistory' });
        }}
      >
        <Icon name="history" />
        {t('chat.allEntry')}
      </button>
    </div>
  );
}

function ChatEntry(props: {
  readonly chat: ChatSummary;
  readonly isActive: boolean;
  readonly select: (chatId: string) => void;
}) {
  const { id, title, running, pending } = props.chat;
  return (
    <button
      type="button"
      class="menu-entry"
      role="menuitemradio"
      tabIndex={-1}
      aria-checked={props.isActive}
      onClick={() => props.select(id)}
    >
      <Icon name={running ? 'loading' : props.isActive ? 'check' : 'comment'} spins={running} />
      <span class="chat-title">{title}</span>
      {running && <span class="sr-only">{t('history.running')}</span>}
      {pending > 0 && <PendingBadge count={pending} />}
    </button>
  );
}

function PendingBadge(props: { readonly count: number; readonly isElsewhere?: boolean }) {
  const { count, isElsewhere = false } = props;
  const label = t(isElsewhere ? 'chat.waitingElsewhere' : 'chat.waiting', { count });
  return (
    <span class="badge" title={label}>
      <span aria-hidden="true">{count}</span>
      <span class="sr-only">{label}</span>
    </span>
  );
}
