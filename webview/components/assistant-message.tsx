import { useState } from 'preact/hooks';
import type { AssistantItem } from '../../src/core/contracts/panel';
import { CopyButton } from './copy-button';
import { Icon } from './icon';
import { MarkdownText } from './markdown-text';

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

/** Folded: what the model thinks is rarely what the person came for. */
function Thought({ item }: { readonly item: AssistantItem }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <article class="entry thought">
      <button type="button" class="fold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
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
