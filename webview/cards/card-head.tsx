import type { ComponentChildren } from 'preact';
import type { CallItem } from '../../src/core/contracts/panel/state';
import { rich, t } from '../l10n/l10n';
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

/** Tools whose kind and name do not describe them well enough, or not in every language. */
const toolIcons: ReadonlyMap<string, ToolIcon> = new Map([
  ['read', { icon: 'file', verb: t('verb.read') }],
  ['write', { icon: 'edit', verb: t('verb.write') }],
  ['edit', { icon: 'edit', verb: t('verb.edit') }],
  ['fetch', { icon: 'globe', verb: t('verb.fetch') }],
  ['list_directory', { icon: 'list-tree', verb: t('verb.list') }],
  ['create_directory', { icon: 'new-folder', verb: t('verb.newFolder') }],
  ['delete_path', { icon: 'trash', verb: t('verb.delete') }],
  ['move_path', { icon: 'move', verb: t('verb.move') }],
  ['copy_path', { icon: 'copy', verb: t('verb.copy') }],
  ['find_path', { icon: 'search', verb: t('verb.find') }],
  ['diagnostics', { icon: 'checklist', verb: t('verb.problems') }],
]);

export function toolIcon({ tool, kind }: Pick<CallItem, 'tool' | 'kind'>): ToolIcon {
  return toolIcons.get(tool) ?? { icon: kindIcons[kind], verb: tool.replaceAll('_', ' ') };
}

/** Of a call that has not ended; one that was answered ahead also says so in words. */
const openIcons = {
  asking: 'question',
  allowed: 'clockface',
  denied: 'circle-slash',
  running: 'loading',
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
      {undoOf(item) === 'undone' && <span class="tag tag-more">{t('card.undone')}</span>}
      <ExitBadge item={item} />
      <Duration item={item} />
      <Status item={item} />
      <Icon name={props.isOpen ? 'chevron-down' : 'chevron-right'} />
    </button>
  );
}

function TypedMark() {
  return (
    <span class="typed" title={t('card.typed')}>
      <Icon name="person" />
      <span class="sr-only">{t('card.typed')}</span>
    </span>
  );
}

function isOpen(status: CallItem['status']): status is keyof typeof openIcons {
  return Object.hasOwn(openIcons, status);
}

function Status({ item }: { readonly item: CallItem }) {
  const { background, ending, status } = item;
  if (background !== undefined || ending === undefined) {
    const shown = isOpen(status) ? status : 'running';
    const text = t(`card.${shown}`);
    const isWordShown = shown === 'allowed' || shown === 'denied';
    return (
      <span class={`card-status status-${shown}`} title={text}>
        <Icon name={openIcons[shown]} spins={shown === 'running'} />
        <span class={isWordShown ? 'status-text' : 'sr-only'}>{text}</span>
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
  if (item.background !== undefined) {
    return <span class="tag tag-live">{t('card.inBackground')}</span>;
  }
  if (exitCode === undefined || status === 'cancelled' || isRefused(ending)) return null;
  const text = exitCode === -1 ? t('card.exitUnknown') : t('card.exit', { code: `${exitCode}` });
  return (
    <span class={`tag ${exitCode === 0 ? 'tag-good' : 'tag-bad'}`}>
      {item.ranInBackground === true
        ? shrinking(rich('card.exitEnded', { exit: <span>{text}</span> }))
        : text}
    </span>
  );
}

/** Where room is short, only the value in the text remains. */
function shrinking(pieces: readonly ComponentChildren[]): ComponentChildren {
  return pieces.map((piece) =>
    typeof piece === 'string' ? <span class="tag-more">{piece}</span> : piece,
  );
}

function RetryTag({ retry }: { readonly retry: NonNullable<CallItem['retry']> }) {
  return (
    <span class="tag tag-live" title={retryText(retry)}>
      {shrinking(rich('card.retrying', { count: <span>{t('card.retryCount', retry)}</span> }))}
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
