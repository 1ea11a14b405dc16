import type { CallItem } from '../../src/core/contracts/panel/state';
import { retryText } from '../text/announce';
import { undoOf } from '../text/changes';
import { endingLooks, isRefused, showsWord } from '../text/endings';
import { cutLine, formatDuration } from '../text/format';
import { Elapsed } from '../base/elapsed';
import { Icon } from '../base/buttons';

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

/** Icon and short label of a call. */
interface ToolIcon {
  readonly icon: string;
  readonly verb: string;
}

/** Tools whose kind and name do not describe them well enough. */
const toolIcons: ReadonlyMap<string, ToolIcon> = new Map([
  ['list_directory', { icon: 'list-tree', verb: 'list' }],
  ['create_directory', { icon: 'new-folder', verb: 'new folder' }],
  ['delete_path', { icon: 'trash', verb: 'delete' }],
  ['move_path', { icon: 'move', verb: 'move' }],
  ['copy_path', { icon: 'copy', verb: 'copy' }],
  ['find_path', { icon: 'search', verb: 'find' }],
  ['diagnostics', { icon: 'checklist', verb: 'problems' }],
]);

export function toolIcon({ tool, kind }: Pick<CallItem, 'tool' | 'kind'>): ToolIcon {
  return toolIcons.get(tool) ?? { icon: kindIcons[kind], verb: tool.replaceAll('_', ' ') };
}

const openStatuses = {
  asking: { icon: 'question', text: 'Needs approval' },
  running: { icon: 'loading', text: 'Running' },
} as const;

/** Longer titles are cut by the page anyway; a very long line only costs time. */
const maxTitle = 300;

export function CardHead(props: {
  readonly item: CallItem;
  readonly isOpen: boolean;
  readonly toggle: () => void;
}) {
  const { item } = props;
  const { icon, verb } = toolIcon(item);
  const title = cutLine(item.title, maxTitle);
  // The terminal icon is enough, and a command needs the room.
  const isNamed = item.namesTool === true || verb === '' || verb === 'bash';
  return (
    <button
      type="button"
      class="card-head"
      aria-expanded={props.isOpen}
      title={title}
      onClick={props.toggle}
    >
      <Icon name={icon} />
      <span class="card-title">
        {!isNamed && <span class="card-verb">{verb}</span>}
        <bdi class="card-subject" dir="ltr">
          {title}
        </bdi>
      </span>
      {item.origin === 'user' && <TypedMark />}
      {undoOf(item) === 'undone' && <span class="tag tag-more">undone</span>}
      <ExitBadge item={item} />
      <Duration item={item} />
      <Status item={item} />
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

function Status({ item }: { readonly item: CallItem }) {
  const { background, ending, status } = item;
  if (background !== undefined || ending === undefined) {
    const shown = status === 'asking' ? 'asking' : 'running';
    const { icon, text } = openStatuses[shown];
    return (
      <span class={`card-status status-${shown}`} title={text}>
        <Icon name={icon} spins={shown === 'running'} />
        <span class="sr-only">{text}</span>
      </span>
    );
  }
  const { icon, text, tone } = endingLooks[ending];
  return (
    <span class={`card-status tone-${tone}`} title={text}>
      <Icon name={icon} />
      <span class={showsWord(ending) ? 'status-text' : 'sr-only'}>{text}</span>
    </span>
  );
}

function ExitBadge({ item }: { readonly item: CallItem }) {
  const { ending, exitCode, status } = item;
  if (item.retry) return <RetryTag retry={item.retry} />;
  if (item.background !== undefined) return <span class="tag tag-live">in background</span>;
  if (exitCode === undefined || status === 'cancelled' || isRefused(ending)) return null;
  const text = exitCode === -1 ? 'exit unknown' : `exit ${exitCode}`;
  return (
    <span class={`tag ${exitCode === 0 ? 'tag-good' : 'tag-bad'}`}>
      {item.ranInBackground === true && <span class="tag-more">ended: </span>}
      {text}
    </span>
  );
}

/** Where room is short, only its numbers remain. */
function RetryTag({ retry }: { readonly retry: NonNullable<CallItem['retry']> }) {
  return (
    <span class="tag tag-live" title={retryText(retry)}>
      <span class="tag-more">Retrying (</span>
      {retry.attempt} of {retry.of}
      <span class="tag-more">)</span>
    </span>
  );
}

/** Counts up while the call runs; background commands are counted above the input. */
function Duration({ item }: { readonly item: CallItem }) {
  if (item.background !== undefined) return null;
  // A refused call took no time.
  if (isRefused(item.ending)) return null;
  if (item.durationMs !== undefined) {
    return <span class="duration">{formatDuration(item.durationMs)}</span>;
  }
  const isRunning = item.status === 'running' && item.startedAt !== undefined;
  return isRunning ? <Elapsed since={item.startedAt} /> : null;
}
