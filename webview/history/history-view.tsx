import type { ComponentChildren, RefObject, TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef, useEffect, useState } from 'preact/hooks';
import type { HistoryItem, HistoryList as List } from '../../src/core/contracts/panel/state';
import { shownProse } from '../text/format';
import { usePage } from '../state/page-context';
import { Button, Icon, IconButton } from '../base/buttons';
import { HistoryGrid, type ListEntry } from './history-grid';
import type { LeaveHistory } from './use-leave-history';
import { rich, t } from '../l10n/l10n';

/** Length limit of the host. */
const maxQuery = 200;
const maxShownQuery = 60;

/** All stored chats, on top of the current chat, which stays unchanged below. */
export function HistoryView(props: {
  readonly list: List;
  readonly leave: LeaveHistory;
  /** The line below the list. */
  readonly children: ComponentChildren;
}) {
  const { list, leave } = props;
  const { store, post } = usePage();
  const input = useRef<HTMLInputElement>(null);
  const entry = useRef<ListEntry>(null);
  const search = useSearch(list.query);
  const focusSearch = () => input.current?.focus();
  const focusInput = () => store.focusInput();

  // At once, and whenever the host wants the panel's input to have the focus.
  useLayoutEffect(focusSearch, [store.focusCount.value]);

  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    if (event.isComposing || event.defaultPrevented || event.key !== 'Escape') return;
    event.preventDefault();
    leave.close();
  };
  const open = ({ historyId }: HistoryItem) => {
    store.leaveChat();
    leave.after(focusInput);
    post({ type: 'openStored', historyId });
  };
  const clear = () => {
    search.clear();
    focusSearch();
  };
  const enter = () => {
    if (!isEmpty) entry.current?.moveTo({ index: 0, column: 0 });
  };
  const isLoading = list.state === 'loading' || search.isBehind;
  const isEmpty = list.items.length === 0;
  useLayoutEffect(() => {
    // New results replace the list, and the focus that was in it is lost.
    if (document.activeElement !== document.body) return;
    if (isEmpty) focusSearch();
    else enter();
  }, [list.query]);
  return (
    <section class="history" aria-label={t('chat.all')} onKeyDown={onKeyDown}>
      <HistoryHead leave={leave} focusInput={focusInput} />
      <div class="history-search">
        <SearchBox input={input} search={search} enter={enter} clear={clear} />
        {isLoading && <div class="progress" />}
      </div>
      {list.problem !== undefined && <Problem text={list.problem} again={search.again} />}
      {isEmpty && !isLoading && list.problem === undefined && (
        <NoChats query={list.query} clear={clear} />
      )}
      <HistoryGrid
        key={list.query}
        list={list}
        open={open}
        focusSearch={focusSearch}
        entry={entry}
      />
      {props.children}
    </section>
  );
}

function HistoryHead(props: { readonly leave: LeaveHistory; readonly focusInput: () => void }) {
  const { post } = usePage();
  const { leave, focusInput } = props;
  const startNew = () => {
    leave.close(focusInput);
    post({ type: 'newChat' });
  };
  return (
    <header class="header">
      <IconButton icon="arrow-left" label={t('history.back')} onClick={() => leave.close()} />
      <h2 class="history-name">{t('chat.all')}</h2>
      <IconButton icon="add" label={t('chat.new')} onClick={startNew} />
    </header>
  );
}

function SearchBox(props: {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly search: HistorySearch;
  /** Moves into the list. */
  readonly enter: () => void;
  readonly clear: () => void;
}) {
  const { input, search, enter, clear } = props;
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLInputElement>) => {
    if (event.isComposing || (event.key !== 'ArrowDown' && event.key !== 'Enter')) return;
    event.preventDefault();
    enter();
  };
  return (
    <>
      <Icon name="search" />
      <input
        ref={input}
        class="input"
        type="text"
        role="searchbox"
        aria-label={t('history.search')}
        placeholder={t('history.search')}
        maxLength={maxQuery}
        spellcheck={false}
        dir="auto"
        value={search.text}
        onInput={(event) => search.type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {search.text !== '' && <IconButton icon="close" label={t('history.clear')} onClick={clear} />}
    </>
  );
}

function Problem({ text, again }: { readonly text: string; readonly again: () => void }) {
  return (
    <div class="banner" role="note">
      <Icon name="warning" />
      <span class="banner-text">{text}</span>
      <Button text={t('button.tryAgain')} onClick={again} />
    </div>
  );
}

function NoChats({ query, clear }: { readonly query: string; readonly clear: () => void }) {
  if (query === '') {
    return (
      <div class="history-empty">
        <Icon name="comment-discussion" />
        <p>{t('history.empty')}</p>
      </div>
    );
  }
  return (
    <div class="history-empty">
      <Icon name="search" />
      <p>
        {rich('history.noneContains', {
          query: <bdi>{shownProse(query, maxShownQuery)}</bdi>,
        })}
      </p>
      <Button text={t('history.clear')} onClick={clear} />
    </div>
  );
}

/** Milliseconds after the last key before the host is asked. */
const settleMs = 120;

type HistorySearch = ReturnType<typeof useSearch>;

/** The text in the search box, and the last query sent to the host. */
function useSearch(query: string) {
  const { post } = usePage();
  const [text, setText] = useState(query);
  const asked = useRef(query);
  const timer = useRef<number | undefined>(undefined);

  const ask = (wanted: string) => {
    clearTimeout(timer.current);
    if (wanted === asked.current) return;
    asked.current = wanted;
    post({ type: 'searchHistory', query: wanted });
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  return {
    text,
    /** True while the list shows the results of another search. */
    isBehind: text.trim() !== query.trim(),
    type: (typed: string) => {
      setText(typed);
      clearTimeout(timer.current);
      timer.current = window.setTimeout(() => ask(typed.trim()), settleMs);
    },
    clear: () => {
      setText('');
      ask('');
    },
    again: () => post({ type: 'searchHistory', query: text.trim() }),
  };
}
