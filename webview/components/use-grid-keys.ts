import type { TargetedKeyboardEvent } from 'preact';

/** Rows that PageUp and PageDown pass. */
const leap = 10;

/** A place in the list: the chat itself, or one of its buttons. */
export interface Cell {
  readonly index: number;
  readonly column: number;
}

/** What keys do beyond moving. */
interface GridKeys {
  readonly count: number;
  /** Where the focus was, should its row have been scrolled away. */
  readonly last: Cell;
  readonly moveTo: (cell: Cell) => void;
  /** Upwards from the first row, and for whoever goes on typing. */
  readonly leaveUp: () => void;
}

/** The keys of a grid whose rows are one line of buttons each. */
export function useGridKeys({ count, last, moveTo, leaveUp }: GridKeys) {
  return (event: TargetedKeyboardEvent<HTMLElement>) => {
    const { target, currentTarget, key } = event;
    if (!(target instanceof HTMLElement)) return;
    const cell = target === currentTarget ? { ...last, buttons: [] } : cellOf(target);
    if (cell === undefined) return;
    const row = rowAfter(key, cell.index, count);
    if (row === undefined) {
      if (pressInRow(event, cell)) event.preventDefault();
      // The character goes to what has the focus then.
      else if (isText(event)) leaveUp();
      return;
    }
    event.preventDefault();
    if (row < 0) leaveUp();
    else moveTo({ index: Math.min(row, count - 1), column: cell.column });
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

/** Below 0 for a step up from the first row; undefined for a key that moves nothing. */
function rowAfter(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowDown') return index + 1;
  if (key === 'ArrowUp') return index - 1;
  if (key === 'PageDown') return index + leap;
  if (key === 'PageUp') return Math.max(0, index - leap);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

/** Where a button stands, with all of its row; undefined outside of the rows. */
export function cellOf(element: HTMLElement): RowOfButtons | undefined {
  const row = element.closest('[role="row"]');
  const buttons = [...(row?.querySelectorAll('button') ?? [])];
  const column = buttons.findIndex((button) => button === element);
  if (column === -1) return undefined;
  return { index: Number(row?.ariaRowIndex) - 1, column, buttons };
}
