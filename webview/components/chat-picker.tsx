import type { TargetedKeyboardEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ChatSummary, PanelState } from '../../src/core/contracts/panel';
import { formatCount } from '../format';
import { usePage } from '../page';
import { Icon } from './icon';

/** Shows the chat in sight and lists the others, with what runs and what waits. */
export function ChatPicker({ state }: { readonly state: PanelState }) {
  const [isOpen, setOpen] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const active = state.chats.find(({ id }) => id === state.activeChat);
  const elsewhere = state.chats
    .filter(({ id }) => id !== state.activeChat)
    .reduce((sum, { pending }) => sum + pending, 0);

  useEffect(() => {
    if (!isOpen) return undefined;
    container.current?.querySelector<HTMLElement>('[aria-checked="true"]')?.focus();
    const onPointerDown = (event: PointerEvent) => {
      const { target } = event;
      if (target instanceof Node && !container.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  }, [isOpen]);

  const close = () => {
    setOpen(false);
    container.current?.querySelector('button')?.focus();
  };

  return (
    <div class="chat-picker" ref={container} onKeyDown={(event) => onMenuKey(event, isOpen, close)}>
      <button
        type="button"
        class="chat-current"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        title={active?.title}
        onClick={() => setOpen(!isOpen)}
      >
        {active?.running === true && <Icon name="loading" spins />}
        <span class="sr-only">Chat: </span>
        <span class="chat-title">{active?.title}</span>
        {elsewhere > 0 && <PendingBadge count={elsewhere} where="in other chats" />}
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
    <div class="chat-menu" role="menu" aria-label="Chats">
      {props.state.chats.map((chat) => (
        <ChatEntry
          key={chat.id}
          chat={chat}
          isActive={chat.id === props.state.activeChat}
          select={select}
        />
      ))}
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
      class="chat-entry"
      role="menuitemradio"
      aria-checked={props.isActive}
      onClick={() => props.select(id)}
    >
      <Icon name={running ? 'loading' : props.isActive ? 'check' : 'comment'} spins={running} />
      <span class="chat-title">{title}</span>
      {running && <span class="sr-only">running</span>}
      {pending > 0 && <PendingBadge count={pending} where="" />}
    </button>
  );
}

function PendingBadge({ count, where }: { readonly count: number; readonly where: string }) {
  const label = `${formatCount(count, 'approval')} waiting ${where}`.trim();
  return (
    <span class="badge" title={label}>
      <span aria-hidden="true">{count}</span>
      <span class="sr-only">{label}</span>
    </span>
  );
}

function onMenuKey(
  event: TargetedKeyboardEvent<HTMLElement>,
  isOpen: boolean,
  close: () => void,
): void {
  if (!isOpen) return;
  if (event.key === 'Escape') {
    event.preventDefault();
    close();
  }
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitemradio"]')];
  const at = entries.findIndex((entry) => entry === document.activeElement);
  entries[(at + step + entries.length) % entries.length]?.focus();
}
