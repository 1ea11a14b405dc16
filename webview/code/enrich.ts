import type { PanelRequest } from '../../src/core/contracts/panel/requests';
import { highlighted, runElements } from './load';
import { t } from '../l10n/l10n';

export interface EnrichOptions {
  readonly post: (request: PanelRequest) => void;
  /** The message of the agent, while its code can be inserted and applied. */
  readonly itemId: string | undefined;
  /** Number of code blocks of the message before this content. */
  readonly firstCode: number;
  /** True while the content grows: its code stays plain. */
  readonly isOpen: boolean;
  readonly signal: AbortSignal;
}

/** Replaces what a message may only name by what the page does with it: links, code, tables, tasks. */
export function enrich(content: DocumentFragment, options: EnrichOptions): void {
  const { firstCode, post } = options;
  for (const link of content.querySelectorAll('a')) link.replaceWith(linkButton(link, post));
  for (const [index, pre] of [...content.querySelectorAll('pre')].entries()) {
    pre.replaceWith(codeBlock(pre, { ...options, index: firstCode + index }));
  }
  for (const table of content.querySelectorAll('table')) scrollable(table);
  for (const item of content.querySelectorAll('li')) showTask(item);
}

/** A link is a button that asks the host: the page itself cannot navigate. */
function linkButton(link: HTMLAnchorElement, post: EnrichOptions['post']): HTMLElement {
  const url = link.getAttribute('href');
  const made = document.createElement(url === null ? 'span' : 'button');
  made.append(...link.childNodes);
  if (url === null) return made;
  made.className = 'link';
  made.setAttribute('type', 'button');
  made.title = url;
  made.addEventListener('click', () => post({ type: 'openLink', url }));
  return made;
}

/** A wide table scrolls inside itself, also by keyboard. */
function scrollable(table: HTMLTableElement): void {
  const frame = document.createElement('div');
  frame.className = 'table-scroll';
  frame.tabIndex = 0;
  frame.setAttribute('role', 'group');
  frame.setAttribute('aria-label', t('code.table'));
  table.replaceWith(frame);
  frame.append(table);
}

const taskMark = /^\[([ xX])\]\s+/;

/** "[ ] " and "[x] " at the beginning of an item are a checkbox, which only shows the state. */
function showTask(item: HTMLLIElement): void {
  const first = item.firstElementChild;
  const holder = item.firstChild === first && first?.tagName === 'P' ? first : item;
  const text = holder.firstChild;
  if (!(text instanceof Text)) return;
  const mark = taskMark.exec(text.data.trimStart());
  if (mark === null) return;
  const box = document.createElement('input');
  box.type = 'checkbox';
  box.disabled = true;
  box.checked = mark[1] !== ' ';
  box.setAttribute('aria-label', t(box.checked ? 'code.done' : 'code.notDone'));
  text.data = text.data.trimStart().slice(mark[0].length);
  holder.prepend(box, ' ');
  item.classList.add('task');
}

interface CodeBlockOptions {
  readonly post: (request: PanelRequest) => void;
  /** The message of the agent, while its code can be inserted and applied. */
  readonly itemId: string | undefined;
  /** Which code block of the message, counted from 0. */
  readonly index: number;
  /** True while it grows: it stays plain. */
  readonly isOpen: boolean;
  readonly signal: AbortSignal;
}

/** Code with its language, its buttons in a row above it, and its colors once it is complete. */
function codeBlock(pre: HTMLElement, options: CodeBlockOptions): HTMLElement {
  const language = languageOf(pre);
  const frame = document.createElement('div');
  frame.className = 'code-block';
  const label = document.createElement('span');
  label.className = 'code-language';
  label.textContent = language;
  const head = document.createElement('div');
  head.className = 'code-head';
  head.append(label, ...buttons(pre, options));
  pre.tabIndex = 0;
  pre.setAttribute('role', 'group');
  pre.setAttribute('aria-label', language === '' ? t('code.code') : t('code.in', { language }));
  frame.append(head, pre.cloneNode(true));
  if (!options.isOpen) color(frame, language, options.signal);
  return frame;
}

function color(frame: HTMLElement, language: string, signal: AbortSignal): void {
  const code = frame.querySelector('pre > code');
  if (code === null) return;
  void highlighted(code.textContent, language, signal).then((runs) => {
    if (runs !== undefined && !signal.aborted) code.replaceChildren(runElements(runs));
  });
}

/** Milliseconds that a button shows that its work is done. */
const thanksMs = 1500;

function buttons(pre: HTMLElement, options: CodeBlockOptions): readonly HTMLElement[] {
  const { itemId, index, isOpen, post } = options;
  const copy = button('copy', t('code.copy'), (icon) => {
    post({ type: 'copy', text: pre.textContent });
    icon.className = 'codicon codicon-check';
    setTimeout(() => (icon.className = 'codicon codicon-copy'), thanksMs);
  });
  if (itemId === undefined || isOpen) return [copy];
  return [
    copy,
    button('insert', t('code.insert'), () => post({ type: 'insertCode', itemId, index })),
    button('git-pull-request-go-to-changes', t('code.apply'), () =>
      post({ type: 'applyCode', itemId, index }),
    ),
  ];
}

function button(
  icon: string,
  label: string,
  onClick: (icon: HTMLElement) => void,
): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = 'icon-button';
  made.title = label;
  made.setAttribute('aria-label', label);
  const shown = document.createElement('span');
  shown.className = `codicon codicon-${icon}`;
  shown.ariaHidden = 'true';
  made.append(shown);
  made.addEventListener('click', () => onClick(shown));
  return made;
}

/** The language that a code block names, as it was cleaned; empty if it names none. */
function languageOf(pre: Element): string {
  const name = pre.querySelector('code')?.className ?? '';
  return /^language-(\S+)$/.exec(name)?.[1] ?? '';
}
