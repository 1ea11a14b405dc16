import { useEffect, useState } from 'preact/hooks';
import type { CallItem, CardStatus } from '../../src/core/contracts/panel';
import { cutLine, formatDuration } from '../format';
import { Icon } from './icon';

const kindIcons: Readonly<Record<CallItem['kind'], string>> = {
  read: 'file',
  edit: 'edit',
  delete: 'trash',
  move: 'move',
  search: 'search',
  execute: 'terminal',
  think: 'lightbulb',
  fetch: 'globe',
  other: 'tools',
};

const statuses: Readonly<Record<CardStatus, { readonly icon: string; readonly text: string }>> = {
  asking: { icon: 'question', text: 'Waits for you' },
  running: { icon: 'loading', text: 'Running' },
  completed: { icon: 'check', text: 'Completed' },
  failed: { icon: 'error', text: 'Failed' },
  cancelled: { icon: 'circle-slash', text: 'Cancelled' },
};

/** Longer titles are cut by the page anyway; a very long line only costs time. */
const maxTitle = 300;

export function CardHead(props: {
  readonly item: CallItem;
  readonly isOpen: boolean;
  readonly toggle: () => void;
}) {
  const { item } = props;
  const verb = item.tool.replaceAll('_', ' ');
  const title = cutLine(item.title, maxTitle);
  // The terminal icon says as much, and a command needs the room.
  const isNamed =
    verb === '' || verb === 'bash' || title.toLowerCase().startsWith(verb.toLowerCase());
  return (
    <button
      type="button"
      class="card-head"
      aria-expanded={props.isOpen}
      title={title}
      onClick={props.toggle}
    >
      <Icon name={kindIcons[item.kind]} />
      <span class="card-title">
        {!isNamed && <span class="card-verb">{verb}</span>}
        <span class="card-subject">{title}</span>
      </span>
      {item.origin === 'user' && <TypedMark />}
      <ExitBadge item={item} />
      <Duration item={item} />
      <Status status={item.status} />
      <Icon name={props.isOpen ? 'chevron-down' : 'chevron-right'} />
    </button>
  );
}

function TypedMark() {
  return (
    <span class="typed" title="Typed by you">
      <Icon name="person" />
      <span class="sr-only">typed by you</span>
    </span>
  );
}

function Status({ status }: { readonly status: CardStatus }) {
  const { icon, text } = statuses[status];
  return (
    <span class={`card-status status-${status}`} title={text}>
      <Icon name={icon} spins={status === 'running'} />
      <span class={status === 'asking' || status === 'cancelled' ? 'status-text' : 'sr-only'}>
        {text}
      </span>
    </span>
  );
}

function ExitBadge({ item: { exitCode, status } }: { readonly item: CallItem }) {
  if (exitCode === undefined || status === 'cancelled') return null;
  const text = exitCode === -1 ? 'exit unknown' : `exit ${exitCode}`;
  return <span class={`tag ${exitCode === 0 ? 'tag-good' : 'tag-bad'}`}>{text}</span>;
}

/** Counts up while the call runs. */
function Duration({ item }: { readonly item: CallItem }) {
  const [now, setNow] = useState(Date.now);
  const isRunning = item.status === 'running' && item.startedAt !== undefined;
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  if (item.durationMs !== undefined) {
    return <span class="duration">{formatDuration(item.durationMs)}</span>;
  }
  const elapsed = isRunning ? Math.floor((now - (item.startedAt ?? now)) / 1000) : 0;
  return elapsed < 1 ? null : <span class="duration">{formatDuration(elapsed * 1000)}</span>;
}
