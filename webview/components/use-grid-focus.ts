import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { cellOf, type Cell } from './use-grid-keys';

interface Grid {
  readonly current: HTMLElement | null;
}

interface Rows {
  /** How many there are, drawn or not. */
  readonly count: number;
  /** Those that are drawn: from `first` to before `end`. */
  readonly first: number;
  readonly end: number;
  /** True while rows may come that are not there yet. */
  readonly isLoading: boolean;
  /** Draws a row. */
  readonly show: (index: number) => void;
  /** Takes the focus when no row can. */
  readonly focusElsewhere: () => void;
}

/** Moves the focus among the rows of a list, and hands it on when the row that has it goes. */
export function useGridFocus(grid: Grid, rows: Rows) {
  const [stop, setStop] = useState<Cell>({ index: 0, column: 0 });
  /** Where the focus goes as soon as that is drawn, from where. */
  const wanted = useRef<(Cell & { readonly from: Element | null }) | undefined>(undefined);
  // Read before the page is drawn anew: afterwards nothing tells where the focus was.
  const { activeElement } = document;
  const isHeld = activeElement instanceof HTMLElement && grid.current?.contains(activeElement);
  const cell = isHeld === true ? cellOf(activeElement) : undefined;

  const settle = () => {
    const to = wanted.current;
    if (to === undefined) return;
    const index = Math.min(to.index, rows.count - 1);
    const row = grid.current?.querySelector(`[aria-rowindex="${index + 1}"]`);
    if (row) [...row.querySelectorAll('button')].at(to.column)?.focus();
    else if (rows.count > 0) rows.show(index);
    else if (!rows.isLoading) rows.focusElsewhere();
    if (row || (rows.count === 0 && !rows.isLoading)) wanted.current = undefined;
  };
  const handOn = (from: Cell) => {
    if (wanted.current !== undefined) return;
    const isScrolledAway =
      from.index < rows.count && (from.index < rows.first || from.index >= rows.end);
    if (isScrolledAway) grid.current?.focus({ preventScroll: true });
    else wanted.current = { index: from.index, column: 0, from: document.body };
  };
  useLayoutEffect(() => {
    if (cell && activeElement?.isConnected === false) handOn(cell);
    const { from } = wanted.current ?? {};
    const now = document.activeElement;
    // Whoever has gone elsewhere meanwhile stays there.
    if (now === from || now === document.body) settle();
    else wanted.current = undefined;
  });

  return {
    /** Where the Tab key stops; a row that is not drawn is no place for it. */
    stop:
      stop.index >= rows.first && stop.index < rows.end ? stop : { index: rows.first, column: 0 },
    /** Where the focus was last. */
    last: stop,
    onFocus: (element: EventTarget | null) => {
      const focused = element instanceof HTMLElement ? cellOf(element) : undefined;
      if (focused) setStop({ index: focused.index, column: focused.column });
    },
    moveTo: (to: Cell) => {
      wanted.current = { ...to, from: document.activeElement };
      settle();
    },
  };
}
