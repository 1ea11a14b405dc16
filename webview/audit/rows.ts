import type { AuditViewMessage, AuditViewRequest } from '../../src/core/contracts/audit/page';
import { textsOfPage } from '../l10n/language';
import { pageTexts } from '../l10n/page-texts';
import { element } from './page';
import { localTime } from './time-range';
import { stepTo } from '../base/list-keys';

const { t } = textsOfPage(pageTexts);

type Of<Type extends AuditViewMessage['type']> = Extract<AuditViewMessage, { type: Type }>;

export interface Rows {
  show(message: Of<'rows'>): void;
  unfold(message: Of<'unfolded'>): void;
  copied(row: string): void;
}

/** Duration of the "copied" mark on a row. */
const copiedMs = 1500;

/** The table, filled by the host, with keyboard navigation. */
export function createRows(post: (request: AuditViewRequest) => void): Rows {
  const table = element('table');
  const scroller = document.querySelector('main') ?? document.body;

  table.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    const entry = target.closest<HTMLElement>('tr.entry');
    if (entry === null) return;
    // Selecting text to copy must not unfold the row.
    const wanted = window.getSelection()?.isCollapsed === false ? null : buttonOf(entry, 'fold');
    const button = target.closest<HTMLElement>('[data-row-action]') ?? wanted;
    if (button) act(entry, button);
  });
  table.addEventListener('keydown', (event) => moveByKey(table, event));
  table.addEventListener('focusin', ({ target }) => {
    const entry = target instanceof Element ? target.closest<HTMLElement>('tr.entry') : null;
    if (entry) makeCurrent(table, entry);
  });
  scroller.addEventListener('scrollend', () => {
    post({ type: 'scrolled', top: Math.round(scroller.scrollTop) });
  });
  function act(entry: HTMLElement, button: HTMLElement): void {
    const row = entry.dataset['row'] ?? '';
    makeCurrent(table, entry);
    const { rowAction } = button.dataset;
    if (rowAction === 'showCard' || rowAction === 'copy') {
      post({ type: rowAction, row });
      return;
    }
    const isOpen = button.getAttribute('aria-expanded') === 'true';
    post({ type: isOpen ? 'fold' : 'unfold', row });
    if (!isOpen) return;
    button.setAttribute('aria-expanded', 'false');
    detailsOf(entry)?.remove();
  }

  return {
    show({ html, status, problems, top }) {
      const focused = focusedButton(table);
      const current = currentRow(table);
      const anchor = top === undefined ? anchorOf(table, scroller) : undefined;
      fill(table, html);
      fill(element('problems'), problems);
      restoreCurrent(table, current);
      giveFocusBack(table, focused);
      element('status').textContent = status;
      if (top !== undefined) scroller.scrollTop = top;
      else if (anchor) keepInPlace(table, scroller, anchor);
    },
    unfold({ row, html }) {
      const entry = entryOf(table, row);
      if (!entry || detailsOf(entry)) return;
      buttonOf(entry, 'fold')?.setAttribute('aria-expanded', 'true');
      entry.after(...parsed(html));
    },
    copied(row) {
      element('status').textContent = t('audit.copied');
      const entry = entryOf(table, row);
      if (entry) markCopied(entry);
    },
  };
}

/** The row whose buttons the tab key reaches. */
function currentRow(table: HTMLElement): string | undefined {
  const button = table.querySelector<HTMLElement>('tr.entry [data-row-action][tabindex="0"]');
  return button?.closest<HTMLElement>('tr.entry')?.dataset['row'];
}

/** The same row as before, or the first. */
function restoreCurrent(table: HTMLElement, row: string | undefined): void {
  const same = row === undefined ? null : entryOf(table, row);
  const entry = same ?? table.querySelector<HTMLElement>('tr.entry');
  if (entry) makeCurrent(table, entry);
}

interface Anchor {
  readonly row: string;
  /** In pixels, from the top of the scrolled area. */
  readonly offset: number;
}

/** The first row in sight; undefined at the top, where new rows should be seen. */
function anchorOf(table: HTMLElement, scroller: HTMLElement): Anchor | undefined {
  if (scroller.scrollTop === 0) return undefined;
  const edge = scroller.getBoundingClientRect().top;
  for (const entry of table.querySelectorAll<HTMLElement>('tr.entry')) {
    const { top, bottom } = entry.getBoundingClientRect();
    const row = entry.dataset['row'];
    if (bottom > edge && row !== undefined) return { row, offset: top - edge };
  }
  return undefined;
}

/** New rows above it do not move what is being read. */
function keepInPlace(table: HTMLElement, scroller: HTMLElement, { row, offset }: Anchor): void {
  const entry = entryOf(table, row);
  if (entry === null) return;
  const edge = scroller.getBoundingClientRect().top;
  scroller.scrollTop += entry.getBoundingClientRect().top - edge - offset;
}

function markCopied(entry: HTMLElement): void {
  entry.classList.add('is-copied');
  window.setTimeout(() => entry.classList.remove('is-copied'), copiedMs);
}

function fill(target: HTMLElement, html: string): void {
  target.replaceChildren(...parsed(html));
  for (const time of target.querySelectorAll('time')) {
    time.textContent = localTime(time.dateTime) ?? time.textContent;
  }
}

/** Markup from the host, which has escaped every text in it. */
function parsed(html: string): readonly Node[] {
  const template = document.createElement('template');
  template.innerHTML = html;
  return [...template.content.childNodes];
}

function entryOf(table: HTMLElement, row: string): HTMLElement | null {
  return table.querySelector<HTMLElement>(`tr.entry[data-row="${CSS.escape(row)}"]`);
}

function detailsOf(entry: HTMLElement): HTMLElement | undefined {
  const next = entry.nextElementSibling;
  return next instanceof HTMLElement && next.classList.contains('details') ? next : undefined;
}

interface FocusedButton {
  readonly row: string;
  readonly action: string;
}

function focusedButton(table: HTMLElement): FocusedButton | undefined {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || !table.contains(activeElement)) return undefined;
  const row = activeElement.closest<HTMLElement>('tr.entry')?.dataset['row'] ?? '';
  return { row, action: activeElement.dataset['rowAction'] ?? 'fold' };
}

/** Rows are new elements: the focus stays in the table, in the same row if it still exists. */
function giveFocusBack(table: HTMLElement, place: FocusedButton | undefined): void {
  if (place === undefined) return;
  const entry = entryOf(table, place.row) ?? table.querySelector<HTMLElement>('tr.entry');
  if (entry) focusIn(entry, place.action);
  else table.querySelector('button')?.focus();
}

function buttonOf(entry: HTMLElement, action: string): HTMLElement | null {
  return entry.querySelector<HTMLElement>(`[data-row-action="${action}"]`);
}

/** The tab key reaches the buttons of one row; arrow keys lead to the others. */
function makeCurrent(table: HTMLElement, entry: HTMLElement): void {
  for (const button of table.querySelectorAll<HTMLElement>('[data-row-action][tabindex="0"]')) {
    button.tabIndex = -1;
  }
  for (const button of entry.querySelectorAll<HTMLElement>('[data-row-action]')) {
    button.tabIndex = 0;
  }
}

/** Arrow keys go from row to row, and unfold and fold the one that has the focus. */
function moveByKey(table: HTMLElement, event: KeyboardEvent): void {
  const { target, key } = event;
  const button =
    target instanceof Element ? target.closest<HTMLElement>('[data-row-action]') : null;
  const entry = button?.closest<HTMLElement>('tr.entry');
  if (!button || !entry) return;
  const entries = [...table.querySelectorAll<HTMLElement>('tr.entry')];
  const to = stepTo(key, entries.indexOf(entry), entries.length - 1);
  if (to === undefined) {
    foldByKey(entry, key);
    return;
  }
  event.preventDefault();
  const next = entries[to];
  if (next) focusIn(next, button.dataset['rowAction']);
}

function foldByKey(entry: HTMLElement, key: string): void {
  const fold = buttonOf(entry, 'fold');
  const isOpen = fold?.getAttribute('aria-expanded') === 'true';
  if (key === (isOpen ? 'ArrowLeft' : 'ArrowRight')) fold?.click();
}

/** Not every row has every button. */
function focusIn(entry: HTMLElement, action = 'fold'): void {
  (buttonOf(entry, action) ?? buttonOf(entry, 'fold'))?.focus();
}
