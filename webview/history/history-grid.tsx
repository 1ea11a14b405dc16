import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState, useEffect } from 'preact/hooks';
import type {
  HistoryItem,
  HistoryList as List,
  HistoryList,
} from '../../src/core/contracts/panel/state';
import { groupByDay, historyTitle } from '../text/history';
import { usePage } from '../state/page-context';
import { HistoryRow, type RowActions } from './history-row';
import { useGridFocus, useGridKeys, type Cell } from './grid-navigation';
import { useNow } from '../base/elapsed';
import { Button } from '../base/buttons';
import { t } from '../l10n/l10n';

/** In milliseconds: relative times change each minute. */
const tick = 30_000;

/** Lets the search box move the focus into the list. */
export interface ListEntry {
  readonly moveTo: (cell: Cell) => void;
}

/** The chats by day, newest first; one stop of the Tab key, arrow keys from there. */
export function HistoryGrid(props: {
  readonly list: List;
  readonly open: (item: HistoryItem) => void;
  readonly focusSearch: () => void;
  readonly entry: RefObject<ListEntry | null>;
}) {
  const { list, open, focusSearch, entry } = props;
  const { items, hasMore, state } = list;
  const scroller = useRef<HTMLDivElement>(null);
  const drawn = useRowWindow(scroller, items.length);
  const count = items.length;
  const focus = useGridFocus(scroller, {
    ...drawn,
    count,
    isLoading: state === 'loading',
    focusElsewhere: focusSearch,
  });
  const { stop, cellFor, moveTo } = focus;
  const [editing, actions] = useRowActions(list, open, moveTo);
  const onKeyDown = useGridKeys({ count, cellFor, moveTo, leaveUp: focusSearch });
  entry.current = focus;

  return (
    <div
      class="history-list"
      ref={scroller}
      tabIndex={-1}
      hidden={count === 0}
      onScroll={drawn.onScroll}
      onKeyDown={onKeyDown}
      onFocusCapture={(event) => focus.onFocus(event.target)}
    >
      <div
        role="grid"
        aria-label={t('chat.list')}
        aria-rowcount={hasMore ? -1 : count}
        aria-busy={state === 'loading'}
      >
        <div style={{ height: `${drawn.heightBefore}px` }} />
        <Rows list={list} drawn={drawn} stop={stop} editing={editing} actions={actions} />
        <div style={{ height: `${drawn.heightAfter}px` }} />
      </div>
      {hasMore && drawn.end === count && <ShowMore list={list} scroller={scroller} />}
    </div>
  );
}

/** The drawn rows, by day. */
function Rows(props: {
  readonly list: List;
  readonly drawn: { readonly first: number; readonly end: number };
  readonly stop: Cell;
  readonly editing: string | undefined;
  readonly actions: RowActions;
}) {
  const { list, stop, editing, actions } = props;
  const { first, end } = props.drawn;
  const now = useNow(tick);
  return groupByDay(list.items.slice(first, end), first, now).map(({ label, rows }) => (
    <div key={label} role="rowgroup" aria-label={label}>
      <div class="history-day" aria-hidden="true">
        {label}
      </div>
      {rows.map(({ item, index }) => (
        <HistoryRow
          key={item.historyId}
          item={item}
          index={index}
          stop={index === stop.index ? stop.column : undefined}
          isEditing={item.historyId === editing}
          query={list.query}
          now={now}
          actions={actions}
        />
      ))}
    </div>
  ));
}

function useRowActions(
  list: List,
  open: (item: HistoryItem) => void,
  moveTo: (cell: Cell) => void,
) {
  const { post } = usePage();
  const ask = useReportedActions(list);
  const [editing, setEditing] = useState<string | undefined>(undefined);
  /** The chat to focus once its row shows its buttons again. */
  const ended = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    const index = list.items.findIndex(({ historyId }) => historyId === ended.current);
    if (editing === undefined && index !== -1) moveTo({ index, column: 0 });
    ended.current = undefined;
  }, [editing]);

  const actions: RowActions = {
    open,
    edit: ({ historyId }) => setEditing(historyId),
    endEdit: (item, isByKey) => {
      setEditing(undefined);
      if (isByKey) ended.current = item.historyId;
    },
    rename: (item, title) => {
      ask('renamed', item);
      post({ type: 'renameStored', historyId: item.historyId, title });
    },
    remove: (item) => {
      ask('deleted', item);
      post({ type: 'deleteStored', historyId: item.historyId });
    },
  };
  return [editing, actions] as const;
}

/** Rows that come and go together. */
const pageRows = 50;
/** Pages that are drawn at a time: 200 rows. */
const drawnPages = 4;
/** In pixels: the assumed height of a page before any was drawn. */
const guess = 50 * pageRows;

interface Scroller {
  readonly current: HTMLElement | null;
}

/**
 * Chooses the rows of a long list to draw: those in view and around. The others are replaced by
 * their height, so that the scroll bar covers the whole list.
 */
function useRowWindow(scroller: Scroller, count: number) {
  const [at, setAt] = useState(0);
  const heights = useRef<readonly number[]>([]);
  const pages = Math.ceil(count / pageRows);
  const lastStart = Math.max(0, pages - drawnPages);
  const start = Math.min(at, lastStart);

  // After each render: a drawn row may leave with the next.
  useLayoutEffect(() => {
    if (lastStart > 0) heights.current = measure(scroller.current, start, heights.current);
  });

  /** Draws around a page: one before it, so that going back is smooth too. */
  const center = (page: number) => setAt(Math.min(Math.max(0, page - 1), lastStart));
  const heightOf = (page: number) => heights.current[page] ?? heights.current[0] ?? guess;
  const sum = (from: number, to: number) => {
    let height = 0;
    for (let page = from; page < to; page += 1) height += heightOf(page);
    return height;
  };
  return {
    first: start * pageRows,
    end: Math.min(count, (start + drawnPages) * pageRows),
    heightBefore: sum(0, start),
    heightAfter: sum(start + drawnPages, pages),
    onScroll: () => {
      let page = 0;
      let rest = scroller.current?.scrollTop ?? 0;
      while (page < pages && rest > heightOf(page)) {
        rest -= heightOf(page);
        page += 1;
      }
      center(page);
    },
    show: (index: number) => center(Math.floor(index / pageRows)),
  };
}

/** The known heights, including those of the drawn pages. */
function measure(
  scroller: HTMLElement | null,
  start: number,
  known: readonly number[],
): readonly number[] {
  const heights = [...known];
  const rows = [...(scroller?.querySelectorAll('[role="row"]') ?? [])];
  for (let page = 0; page * pageRows < rows.length; page += 1) {
    const top = rows[page * pageRows]?.getBoundingClientRect().top ?? 0;
    const end = (page + 1) * pageRows;
    const bottom =
      rows[end]?.getBoundingClientRect().top ?? rows.at(-1)?.getBoundingClientRect().bottom;
    heights[start + page] = (bottom ?? top) - top;
  }
  return heights;
}

/** Asks for the next page, by itself when the end comes near. */
function ShowMore(props: {
  readonly list: HistoryList;
  readonly scroller: { readonly current: HTMLElement | null };
}) {
  const { post } = usePage();
  const { items, state } = props.list;
  const box = useRef<HTMLDivElement>(null);
  const isLoading = state === 'loading';

  // Once per page: if the host cannot read it, only a click retries.
  useEffect(() => {
    const element = box.current;
    if (element === null || isLoading) return undefined;
    const watch = (entries: readonly IntersectionObserverEntry[]) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      post({ type: 'moreHistory' });
    };
    const observer = new IntersectionObserver(watch, {
      root: props.scroller.current,
      rootMargin: '400px',
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [items.length]);

  return (
    <div class="show-more" ref={box}>
      <Button
        text={t('history.more')}
        small
        isOff={isLoading}
        onClick={() => post({ type: 'moreHistory' })}
      />
    </div>
  );
}

interface Asked {
  readonly what: 'renamed' | 'deleted';
  readonly title: string;
}

/** Announces a rename or deletion only once the list shows it; the host may refuse. */
function useReportedActions({ items, query, state }: HistoryList) {
  const { store } = usePage();
  const asked = useRef(new Map<string, Asked>());

  useLayoutEffect(() => asked.current.clear(), [query]);
  useLayoutEffect(() => {
    if (state === 'loading') return;
    for (const [id, { what, title }] of asked.current) {
      const item = items.find(({ historyId }) => historyId === id);
      if (what === 'deleted' ? item !== undefined : item?.title === title) continue;
      asked.current.delete(id);
      store.say(t(`history.${what}`, { title: historyTitle(item?.title ?? title) }));
    }
  }, [items, state]);

  return (what: Asked['what'], { historyId, title }: HistoryItem) =>
    void asked.current.set(historyId, { what, title });
}
