import type { TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { HistoryItem } from '../../src/core/contracts/panel/state';
import { cutLine } from '../text/format';
import { historyText, openMarks, type HistoryText } from '../text/history';
import { usePage } from '../state/page-context';
import { Icon, IconButton, useOnce } from '../base/buttons';
import { Highlight } from '../base/inline-text';
import { t } from '../l10n/l10n';
import { language } from '../l10n/language';

/** The accessible name already contains all of it. */
const maxSpoken = 60;

/** Actions on a chat in the list. */
export interface RowActions {
  readonly open: (item: HistoryItem) => void;
  /** Begins to rename a chat, and ends it. */
  readonly edit: (item: HistoryItem) => void;
  readonly endEdit: (item: HistoryItem, isByKey: boolean) => void;
  readonly rename: (item: HistoryItem, title: string) => void;
  readonly remove: (item: HistoryItem) => void;
}

interface Row {
  readonly item: HistoryItem;
  readonly index: number;
  /** The Tab stop; undefined in another row. */
  readonly stop: number | undefined;
  readonly isEditing: boolean;
  readonly query: string;
  readonly now: number;
  readonly actions: RowActions;
}

/** A stored chat with its actions. */
export function HistoryRow(props: Row) {
  const { item, index, isEditing, actions } = props;
  const text = historyText(item, props.now);
  return (
    <div class="history-row" role="row" aria-rowindex={index + 1}>
      <div class="history-chat" role="gridcell">
        {isEditing ? (
          <>
            <RenameChat
              title={item.title}
              save={(title) => actions.rename(item, title)}
              close={(isByKey) => actions.endEdit(item, isByKey)}
            />
            <Facts item={item} text={text} />
          </>
        ) : (
          <OpenButton {...props} text={text} />
        )}
      </div>
      {!isEditing && <RowButtons {...props} text={text} />}
    </div>
  );
}

function OpenButton({ item, stop, query, actions, text }: Row & { readonly text: HistoryText }) {
  const { isBusy, once } = useOnce();
  const { title, excerpt } = text;
  return (
    <button
      type="button"
      class="history-open"
      title={title}
      aria-disabled={isBusy}
      aria-keyshortcuts="F2 Delete"
      tabIndex={stop === 0 ? 0 : -1}
      onClick={once(() => actions.open(item))}
    >
      <span class="sr-only">{text.spoken}</span>
      <span class="history-text" aria-hidden="true">
        <span class="history-title">
          <Highlight text={title} query={query} />
        </span>
        <Facts item={item} text={text} />
        {excerpt !== '' && (
          <span class="history-excerpt">
            <Highlight text={excerpt} query={query} />
          </span>
        )}
      </span>
    </button>
  );
}

function Facts({ item, text }: { readonly item: HistoryItem; readonly text: HistoryText }) {
  const { updatedAt, open } = item;
  return (
    <span class="history-facts">
      {open !== undefined && (
        <span class={`history-${open}`}>
          <Icon name={open === 'running' ? 'loading' : 'check'} spins={open === 'running'} />
          {openMarks[open]}
        </span>
      )}
      <time title={new Date(updatedAt).toLocaleString(language)}>{text.when}</time>
      {text.facts.map((fact) => (
        <bdi key={fact}>{fact}</bdi>
      ))}
    </span>
  );
}

function RowButtons({ item, stop, actions, text }: Row & { readonly text: HistoryText }) {
  const { post } = usePage();
  const exporting = useOnce();
  const deleting = useOnce();
  const title = cutLine(text.title, maxSpoken);
  const tabIndex = (column: number) => (stop === column ? 0 : -1);
  return (
    <div class="history-buttons" role="none">
      <span role="gridcell">
        <IconButton
          icon="edit"
          label={t('history.rename')}
          name={t('history.renameName', { title })}
          tabIndex={tabIndex(1)}
          onClick={() => actions.edit(item)}
        />
      </span>
      <span role="gridcell">
        <IconButton
          icon="export"
          label={t('history.export')}
          name={t('history.exportName', { title })}
          tabIndex={tabIndex(2)}
          isOff={exporting.isBusy}
          onClick={exporting.once(() => post({ type: 'exportStored', historyId: item.historyId }))}
        />
      </span>
      <span role="gridcell">
        <IconButton
          icon="trash"
          label={t('history.delete')}
          name={t('history.deleteName', { title })}
          tabIndex={tabIndex(3)}
          isOff={deleting.isBusy}
          onClick={deleting.once(() => actions.remove(item))}
        />
      </span>
    </div>
  );
}

/** Length limit of the host. */
const maxTitle = 200;

/** Renames a chat in its place. Enter saves, Escape leaves it; a chat must have a name. */
function RenameChat(props: {
  readonly title: string;
  readonly save: (title: string) => void;
  readonly close: (isByKey: boolean) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  const [isBlank, setBlank] = useState(false);

  // Before the next key, which belongs to the name.
  useLayoutEffect(() => input.current?.select(), []);

  const close = (isByKey: boolean) => {
    // Removing the input blurs it, which would end the rename twice.
    isDone.current = true;
    props.close(isByKey);
  };
  const save = (isByKey: boolean) => {
    const title = input.current?.value.trim() ?? '';
    if (title !== '' && title !== props.title) props.save(title);
    close(isByKey);
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLInputElement>) => {
    if (event.isComposing || isDone.current) return;
    event.stopPropagation();
    if (event.key === 'Escape') close(true);
    else if (event.key !== 'Enter') return;
    else if (event.currentTarget.value.trim() === '') setBlank(true);
    else save(true);
    event.preventDefault();
  };
  return (
    <>
      <input
        ref={input}
        class="input rename"
        aria-label={t('history.newName')}
        aria-invalid={isBlank}
        aria-description={t('history.newNameHint')}
        maxLength={maxTitle}
        dir="auto"
        spellcheck={false}
        defaultValue={props.title.slice(0, maxTitle)}
        onInput={(event) => setBlank(event.currentTarget.value.trim() === '')}
        onKeyDown={onKeyDown}
        onBlur={() => isDone.current || save(false)}
      />
      {isBlank && (
        <span class="rename-problem" role="alert">
          {t('history.nameNeeded')}
        </span>
      )}
    </>
  );
}
