import { useState, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { AssistantItem } from '../../src/core/contracts/panel/state';
import { CopyButton, Icon } from '../base/buttons';
import type { PanelRequest } from '../../src/core/contracts/panel/requests';
import { createMarkdown, maxMarkdown, piecesOf, sanitize } from './markdown';
import { usePage } from '../state/page-context';

export function AssistantMessageView({ item }: { readonly item: AssistantItem }) {
  if (item.thought) return <Thought item={item} />;
  return (
    <article class={`entry assistant-message ${item.streaming ? 'is-streaming' : ''}`}>
      <h2 class="sr-only">Agent</h2>
      <MarkdownText text={item.text} grows={item.streaming} />
      {!item.streaming && <CopyButton text={item.text} label="Copy message" isCompact />}
    </article>
  );
}

/** Folded: the model's reasoning is rarely what the user wants. */
function Thought({ item }: { readonly item: AssistantItem }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <article class="entry thought">
      <button
        type="button"
        class="fold"
        aria-expanded={isOpen}
        onClick={() => setOpen((was) => !was)}
      >
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
        <span class={item.streaming ? 'shimmer' : ''}>
          {item.streaming ? 'Thinking…' : 'Thought'}
        </span>
      </button>
      {isOpen && (
        <div class="thought-text">
          <MarkdownText text={item.text} grows={item.streaming} />
        </div>
      )}
    </article>
  );
}

/** Markdown as inert elements, or plain text when it is long. */
export function MarkdownText(props: { readonly text: string; readonly grows?: boolean }) {
  const { text, grows = false } = props;
  return text.length > maxMarkdown ? (
    <PlainText text={text} />
  ) : (
    <RenderedText text={text} grows={grows} />
  );
}

/** Only blocks with changed HTML are rebuilt. */
function RenderedText({ text, grows }: { readonly text: string; readonly grows: boolean }) {
  // The whole text is parsed again when it is complete.
  const render = useMemo(createMarkdown, [grows]);
  const shown = usePaced(text, grows);
  const blocks = useMemo(() => render(shown), [shown, render]);
  return (
    <div class="markdown" dir="auto">
      {blocks.map((html, index) => (
        <Block key={index} html={html} />
      ))}
    </div>
  );
}

/** Of the time, drawing a growing text may take one part, so that clicks and keys get the others. */
const pace = 4;

/** A growing text, as often as drawing it allows. */
function usePaced(text: string, grows: boolean): string {
  const began = performance.now();
  const drawn = useRef({ text, until: 0 });
  const [, redraw] = useState(0);
  const waits = grows && began < drawn.current.until;
  const shown = waits ? drawn.current.text : text;
  useLayoutEffect(() => {
    const now = performance.now();
    if (shown !== drawn.current.text || drawn.current.until === 0) {
      drawn.current = { text: shown, until: now + pace * (now - began) };
    }
    if (!waits) return undefined;
    const timer = setTimeout(() => redraw((count) => count + 1), drawn.current.until - now);
    return () => clearTimeout(timer);
  });
  return shown;
}

function PlainText({ text }: { readonly text: string }) {
  return (
    <div class="plain-text" dir="auto">
      <p class="hint">Shown as plain text because it is longer than 200 KB.</p>
      {piecesOf(text).map((piece, index) => (
        <div class="plain-piece" key={index}>
          {piece}
        </div>
      ))}
    </div>
  );
}

function Block({ html }: { readonly html: string }) {
  const { post } = usePage();
  const container = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const content = sanitize(html);
    for (const link of content.querySelectorAll('a')) link.replaceWith(linkButton(link, post));
    for (const pre of content.querySelectorAll('pre')) pre.replaceWith(codeBlock(pre, post));
    container.current?.replaceChildren(content);
  }, [html]);
  return <div class="markdown-block" ref={container} />;
}

type Post = (request: PanelRequest) => void;

/** A link is a button that asks the host: the page itself cannot navigate. */
function linkButton(link: HTMLAnchorElement, post: Post): HTMLElement {
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

function codeBlock(pre: HTMLElement, post: Post): HTMLElement {
  const frame = document.createElement('div');
  frame.className = 'code-block';
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'icon-button code-copy';
  button.title = 'Copy code';
  button.setAttribute('aria-label', 'Copy code');
  const icon = document.createElement('span');
  icon.className = 'codicon codicon-copy';
  button.append(icon);
  button.addEventListener('click', () => {
    post({ type: 'copy', text: pre.textContent });
    icon.className = 'codicon codicon-check';
    setTimeout(() => (icon.className = 'codicon codicon-copy'), 1500);
  });
  const code = pre.cloneNode(true);
  frame.append(code, button);
  return frame;
}
