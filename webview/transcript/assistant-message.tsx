import { useState, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { AssistantItem } from '../../src/core/contracts/panel/state';
import { CopyButton, Icon } from '../base/buttons';
import { enrich } from '../code/enrich';
import { linkFiles } from '../code/file-links';
import { countsBefore, createMarkdown, maxMarkdown, piecesOf, sanitize } from './markdown';
import { usePage } from '../state/page-context';
import { messageName } from '../text/announce';
import { t } from '../l10n/l10n';

export function AssistantMessageView({ item }: { readonly item: AssistantItem }) {
  if (item.thought) return <Thought item={item} />;
  return (
    <article
      class={`entry assistant-message ${item.streaming ? 'is-streaming' : ''}`}
      aria-label={item.streaming ? undefined : messageName('entry.agent', item.text)}
    >
      <h2 class="sr-only">{t('message.agent')}</h2>
      <MarkdownText text={item.text} grows={item.streaming} itemId={item.id} />
      {!item.streaming && (
        <div class="message-actions">
          <CopyButton text={item.text} label={t('message.copy')} isCompact />
        </div>
      )}
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
          {t(item.streaming ? 'message.thinking' : 'message.thought')}
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
export function MarkdownText(props: {
  readonly text: string;
  readonly grows?: boolean;
  /** Of a message of the agent, whose code the host can insert and apply. */
  readonly itemId?: string;
}) {
  const { text, grows = false, itemId } = props;
  return text.length > maxMarkdown ? (
    <PlainText text={text} />
  ) : (
    <RenderedText text={text} grows={grows} itemId={grows ? undefined : itemId} />
  );
}

/** Only blocks with changed HTML are rebuilt. */
function RenderedText(props: {
  readonly text: string;
  readonly grows: boolean;
  readonly itemId: string | undefined;
}) {
  const { text, grows, itemId } = props;
  // The whole text is parsed again when it is complete.
  const render = useMemo(createMarkdown, [grows]);
  const shown = usePaced(text, grows);
  const blocks = useMemo(() => render(shown), [shown, render]);
  const codes = useMemo(() => countsBefore(blocks), [blocks]);
  return (
    <div class="markdown" dir="auto">
      {blocks.map((html, index) => (
        <Block
          key={index}
          html={html}
          // The last block of a growing text may not be closed yet.
          isOpen={grows && index === blocks.length - 1}
          itemId={itemId}
          firstCode={codes[index] ?? 0}
        />
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
      <p class="hint">{t('message.plain')}</p>
      {piecesOf(text).map((piece, index) => (
        <div class="plain-piece" key={index}>
          {piece}
        </div>
      ))}
    </div>
  );
}

function Block(props: {
  readonly html: string;
  readonly isOpen: boolean;
  readonly itemId: string | undefined;
  /** Number of code blocks of the message before this block. */
  readonly firstCode: number;
}) {
  const { html, isOpen, itemId, firstCode } = props;
  const { store, post } = usePage();
  const container = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const over = new AbortController();
    const content = sanitize(html);
    enrich(content, { post, itemId, firstCode, isOpen, signal: over.signal });
    if (!isOpen) linkFiles(content, { files: store.files, post, signal: over.signal });
    container.current?.replaceChildren(content);
    return () => over.abort();
  }, [html, isOpen, itemId, firstCode]);
  return <div class="markdown-block" ref={container} />;
}
