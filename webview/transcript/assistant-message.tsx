import { useState, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { AssistantItem } from '../../src/core/contracts/panel/state';
import { CopyButton, Icon } from '../base/buttons';
import type { PanelRequest } from '../../src/core/contracts/panel/requests';
import { createMarkdown, sanitize } from './markdown';
import { usePage } from '../state/page-context';

export function AssistantMessageView({ item }: { readonly item: AssistantItem }) {
  if (item.thought) return <Thought item={item} />;
  return (
    <article class={`entry assistant-message ${item.streaming ? 'is-streaming' : ''}`}>
      <h2 class="sr-only">Agent</h2>
      <MarkdownText text={item.text} />
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
          <MarkdownText text={item.text} />
        </div>
      )}
    </article>
  );
}

const renderMarkdown = createMarkdown();

/** Markdown as inert elements; only blocks with changed HTML are rebuilt. */
export function MarkdownText({ text }: { readonly text: string }) {
  const blocks = useMemo(() => renderMarkdown(text), [text]);
  return (
    <div class="markdown" dir="auto">
      {blocks.map((html, index) => (
        <Block key={index} html={html} />
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
