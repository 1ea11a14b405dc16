import type { PanelRequest } from '../../src/core/contracts/panel/requests';
import { highlighted, runElements } from '../code/load';
import { languageOf } from './markdown';

export interface CodeBlockOptions {
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
export function codeBlock(pre: HTMLElement, options: CodeBlockOptions): HTMLElement {
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
  pre.setAttribute('aria-label', language === '' ? 'Code' : `Code, ${language}`);
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
  const copy = button('copy', 'Copy code', (icon) => {
    post({ type: 'copy', text: pre.textContent });
    icon.className = 'codicon codicon-check';
    setTimeout(() => (icon.className = 'codicon codicon-copy'), thanksMs);
  });
  if (itemId === undefined || isOpen) return [copy];
  return [
    copy,
    button('insert', 'Insert at cursor', () => post({ type: 'insertCode', itemId, index })),
    button('git-pull-request-go-to-changes', 'Apply to file…', () =>
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
  made.append(shown);
  made.addEventListener('click', () => onClick(shown));
  return made;
}
