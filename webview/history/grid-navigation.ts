import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { TargetedKeyboardEvent } from 'preact';
import { stepTo } from '../base/list-keys';

interface Grid {
  readonly current: HTMLElement | null;
}

interface Rows {
  /** Number of rows, drawn or not. */
  readonly count: number;
  /** The drawn rows: from `first` up to, but not including, `end`. */
  readonly first: number;
  readonly end: number;
  /** True while more rows may arrive. */
  readonly isLoading: boolean;
  /** Draws a row. */
  readonly show: (index: number) => void;
  /** Focus target when no row can take it. */
  readonly focusElsewhere: () => void;
}

/** Moves the focus among the rows of a list, and to another row when the focused one is removed. */
export function useGridFocus(grid: Grid, rows: Rows) {
  /** Last focus position. */
  const last = useSignal<Cell>({ index: 0, column: 0 });
  const stop = last.value;
  /** Pending focus target, and where the focus was before. */
  const wanted = useRef<(Cell & { readonly from: Element | null }) | undefined>(undefined);
  // Read before the next render: afterwards the focus position is lost.
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
    // The focus stays if the user has moved it meanwhile.
    if (now === from || now === document.body) settle();
    else wanted.current = undefined;
  });

  return {
    /** The Tab stop; only a drawn row can be one. */
    stop:
      stop.index >= rows.first && stop.index < rows.end ? stop : { index: rows.first, column: 0 },
    /** The place that a key counts from: not yet focused if its row is not yet drawn. */
    cellFor: ({ target, currentTarget }: TargetedKeyboardEvent<HTMLElement>) => {
      if (wanted.current) return { ...wanted.current, buttons: [] };
      // Its row was scrolled out of view.
      if (target === currentTarget) return { ...last.peek(), buttons: [] };
      return target instanceof HTMLElement ? cellOf(target) : undefined;
    },
    onFocus: (element: EventTarget | null) => {
      const focused = element instanceof HTMLElement ? cellOf(element) : undefined;
      if (focused) last.value = { index: focused.index, column: focused.column };
    },
    moveTo: (to: Cell) => {
      wanted.current = { ...to, from: document.activeElement };
      settle();
    },
  };
}

/** A place in the list: the chat itself, or one of its buttons. */
export interface Cell {
  readonly index: number;
  readonly column: number;
}

/** Key actions other than moving. */
interface GridKeys {
  readonly count: number;
  readonly cellFor: (event: TargetedKeyboardEvent<HTMLElement>) => RowOfButtons | undefined;
  readonly moveTo: (cell: Cell) => void;
  /** For moving up from the first row, and for continued typing. */
  readonly leaveUp: () => void;
}

/** The keys of a grid whose rows are one line of buttons each. */
export function useGridKeys({ count, cellFor, moveTo, leaveUp }: GridKeys) {
  return (event: TargetedKeyboardEvent<HTMLElement>) => {
    const { key } = event;
    const cell = cellFor(event);
    if (cell === undefined) return;
    const row = stepTo(key, cell.index, count - 1);
    if (row === undefined) {
      if (pressInRow(event, cell)) event.preventDefault();
      // The character goes to what has the focus then.
      else if (isText(event)) leaveUp();
      return;
    }
    event.preventDefault();
    if (key === 'ArrowUp' && cell.index === 0) leaveUp();
    else moveTo({ index: row, column: cell.column });
  };
}

interface RowOfButtons extends Cell {
  readonly buttons: readonly HTMLElement[];
}

/** True for a key that means one of the row's buttons: Open, Rename, Export, Delete. */
function pressInRow(event: KeyboardEvent, { column, buttons }: RowOfButtons): boolean {
  const { key, metaKey } = event;
  if (key === 'ArrowLeft') buttons[column - 1]?.focus();
  else if (key === 'ArrowRight') buttons[column + 1]?.focus();
  else if (key === 'F2') buttons[1]?.click();
  else if (key === 'Delete' || (key === 'Backspace' && metaKey)) buttons.at(-1)?.click();
  else return false;
  return true;
}

function isText({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;
}

/** Position of a button, with its row; undefined outside the rows. */
function cellOf(element: HTMLElement): RowOfButtons | undefined {
  const row = element.closest('[role="row"]');
  const buttons = [...(row?.querySelectorAll('button') ?? [])];
  const column = buttons.findIndex((button) => button === element);
  if (column === -1) return undefined;
  return { index: Number(row?.ariaRowIndex) - 1, column, buttons };
}
