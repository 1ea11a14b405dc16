import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { HistoryItem, HistoryList as List } from '../../src/core/contracts/panel';
import { groupByDay } from '../history';
import { usePage } from '../page';
import { HistoryRow, type RowActions } from './history-row';
import { ShowMore } from './show-more';
import { useReportedActions } from './use-asked';
import { useGridFocus } from './use-grid-focus';
import { useGridKeys, type Cell } from './use-grid-keys';
import { useNow } from './use-now';
import { useRowWindow } from './use-row-window';

/** In milliseconds: what is told of a time changes with the minute. */
const tick = 30_000;

/** How the search box moves into the list. */
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
  const { stop, last, moveTo } = focus;
  const [editing, actions] = useRowActions(list, open, moveTo);
  const onKeyDown = useGridKeys({ count, last, moveTo, leaveUp: focusSearch });
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
        aria-label="Chats"
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

/** The rows that are drawn, by day. */
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
  /** The chat that has the focus once its row has its buttons again. */
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
      ask('Renamed', item);
      post({ type: 'renameStored', historyId: item.historyId, title });
    },
    remove: (item) => {
      ask('Deleted', item);
      post({ type: 'deleteStored', historyId: item.historyId });
    },
  };
  return [editing, actions] as const;
}
