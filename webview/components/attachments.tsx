import type { TargetedKeyboardEvent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { AttachmentItem, UserItem } from '../../src/core/contracts/panel';
import { cutLine } from '../format';
import { usePage } from '../page';
import { formatTokens } from '../usage';
import { Icon } from './icon';

export const contextIcons: Readonly<Record<AttachmentItem['kind'], string>> = {
  file: 'file',
  selection: 'list-selection',
  problems: 'warning',
  terminal: 'terminal',
  image: 'file-media',
};

/** Longer labels are cut by the page anyway. */
const maxLabel = 200;

/** Context that went with a message. */
export function SentAttachments(props: { readonly items: UserItem['attachments'] }) {
  const { items = [] } = props;
  if (items.length === 0) return null;
  return (
    <ul class="chips" aria-label="Context of this message">
      {items.map((item) => (
        <li class="chip" key={item.attachmentId} title={titleOf(item)}>
          <ChipText item={item} />
        </li>
      ))}
    </ul>
  );
}

/** Context of the draft. One stop of the Tab key: arrows move in it, Delete removes. */
export function DraftAttachments({ items }: { readonly items: readonly AttachmentItem[] }) {
  const { store, post } = usePage();
  const list = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  if (items.length === 0) return null;
  const stop = Math.min(current, items.length - 1);
  const focus = (index: number) => {
    const button = list.current?.querySelectorAll('button')[index];
    if (button) button.focus();
    else store.focusInput();
  };
  const remove = (index: number) => {
    // Before the button is gone, and the focus with it.
    focus(index + 1 < items.length ? index + 1 : index - 1);
    const item = items[index];
    if (item) post({ type: 'detach', attachmentId: item.attachmentId });
  };
  const onKeyDown = ({ key }: KeyboardEvent, index: number): boolean => {
    if (key === 'ArrowRight') focus(Math.min(index + 1, items.length - 1));
    else if (key === 'ArrowLeft') focus(Math.max(index - 1, 0));
    else if (key === 'Delete' || key === 'Backspace') remove(index);
    else return false;
    return true;
  };
  return (
    <ul class="chips" ref={list} aria-label="Context">
      {items.map((item, index) => (
        <li class="chip" key={item.attachmentId} title={titleOf(item)}>
          <ChipText item={item} />
          <button
            type="button"
            class="chip-remove"
            tabIndex={index === stop ? 0 : -1}
            title="Remove (Delete)"
            aria-label={`Remove ${item.kind} ${cutLine(item.label, maxLabel)}`}
            onFocus={() => setCurrent(index)}
            onClick={() => remove(index)}
            onKeyDown={(event: TargetedKeyboardEvent<HTMLButtonElement>) => {
              if (onKeyDown(event, index)) event.preventDefault();
            }}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  );
}

function ChipText({ item }: { readonly item: AttachmentItem }) {
  return (
    <>
      <Icon name={contextIcons[item.kind]} />
      <span class="sr-only">{item.kind}: </span>
      <span class="chip-label">{cutLine(item.label, maxLabel)}</span>
    </>
  );
}

function titleOf({ label, detail, tokens }: AttachmentItem): string {
  const size = tokens === undefined ? '' : `\nabout ${formatTokens(tokens)} tokens`;
  return (detail ?? label) + size;
}
