export function buttonOf(entry: HTMLElement, action: string): HTMLElement | null {
  return entry.querySelector<HTMLElement>(`[data-row-action="${action}"]`);
}

/** The tab key reaches the buttons of one row; arrow keys lead to the others. */
export function makeCurrent(table: HTMLElement, entry: HTMLElement): void {
  for (const button of table.querySelectorAll<HTMLElement>('[data-row-action][tabindex="0"]')) {
    button.tabIndex = -1;
  }
  for (const button of entry.querySelectorAll<HTMLElement>('[data-row-action]')) {
    button.tabIndex = 0;
  }
}

const steps: ReadonlyMap<string, (at: number, last: number) => number> = new Map([
  ['ArrowDown', (at: number, last: number) => Math.min(at + 1, last)],
  ['ArrowUp', (at: number) => Math.max(at - 1, 0)],
  ['PageDown', (at: number, last: number) => Math.min(at + 10, last)],
  ['PageUp', (at: number) => Math.max(at - 10, 0)],
  ['Home', () => 0],
  ['End', (_at: number, last: number) => last],
]);

/** Arrow keys go from row to row, and unfold and fold the one that has the focus. */
export function moveByKey(table: HTMLElement, event: KeyboardEvent): void {
  const { target, key } = event;
  const button =
    target instanceof Element ? target.closest<HTMLElement>('[data-row-action]') : null;
  const entry = button?.closest<HTMLElement>('tr.entry');
  if (!button || !entry) return;
  const step = steps.get(key);
  if (step === undefined) {
    foldByKey(entry, key);
    return;
  }
  event.preventDefault();
  const entries = [...table.querySelectorAll<HTMLElement>('tr.entry')];
  const next = entries[step(entries.indexOf(entry), entries.length - 1)];
  if (next) focusIn(next, button.dataset['rowAction']);
}

function foldByKey(entry: HTMLElement, key: string): void {
  const fold = buttonOf(entry, 'fold');
  const isOpen = fold?.getAttribute('aria-expanded') === 'true';
  if (key === (isOpen ? 'ArrowLeft' : 'ArrowRight')) fold?.click();
}

/** Not every row has every button. */
export function focusIn(entry: HTMLElement, action = 'fold'): void {
  (buttonOf(entry, action) ?? buttonOf(entry, 'fold'))?.focus();
}
