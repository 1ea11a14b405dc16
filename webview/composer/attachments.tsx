import type { TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { AttachmentItem, UserItem } from '../../src/core/contracts/panel/state';
import { cutLine } from '../text/format';
import { t } from '../l10n/l10n';
import { usePage } from '../state/page-context';
import { formatTokens } from '../text/usage';
import { Icon, IconButton } from '../base/buttons';
import type { PanelRequest } from '../../src/core/contracts/panel/requests';
import { imageTypes } from './images';
import { useFocusHandover, useMenu } from '../base/focus';

export const contextIcons: Readonly<Record<AttachmentItem['kind'], string>> = {
  file: 'file',
  selection: 'list-selection',
  problems: 'warning',
  terminal: 'terminal',
  resource: 'plug',
  image: 'file-media',
};

/** Longer labels are cut by the page anyway. */
const maxLabel = 200;

/** Context that went with a message. */
export function SentAttachments(props: { readonly items: UserItem['attachments'] }) {
  const { items = [] } = props;
  if (items.length === 0) return null;
  return (
    <ul class="chips" aria-label={t('context.sent')}>
      {items.map((item) => (
        <li class={chipClass(item)} key={item.attachmentId} title={titleOf(item)}>
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
  const focus = (index: number) => {
    const button = list.current?.querySelectorAll('button')[index];
    if (button) button.focus();
    else store.focusInput();
  };
  useFocusHandover(list, (line) => focus(Math.min(line, items.length - 1)));
  if (items.length === 0) return null;
  const stop = Math.min(current, items.length - 1);
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
    <ul class="chips" ref={list} aria-label={t('context.draft')}>
      {items.map((item, index) => (
        <li class={chipClass(item)} key={item.attachmentId} title={titleOf(item)}>
          <ChipText item={item} />
          <button
            type="button"
            class="chip-remove"
            tabIndex={index === stop ? 0 : -1}
            title={t('context.remove')}
            aria-label={t(`context.remove.${item.kind}`, { label: cutLine(item.label, maxLabel) })}
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

function chipClass({ kind }: AttachmentItem): string {
  return kind === 'image' ? 'chip has-thumbnail' : 'chip';
}

function ChipText({ item }: { readonly item: AttachmentItem }) {
  return (
    <>
      {item.kind === 'image' ? (
        <ImageThumbnail item={item} />
      ) : (
        <Icon name={contextIcons[item.kind]} />
      )}
      <span class="sr-only">{t('unit.label', { label: t(`context.kind.${item.kind}`) })} </span>
      <span class="chip-label">{cutLine(item.label, maxLabel)}</span>
    </>
  );
}

function titleOf({ label, detail, tokens }: AttachmentItem): string {
  const text = detail ?? label;
  if (tokens === undefined) return text;
  return `${text}\n${t('context.tokens', { count: formatTokens(tokens) })}`;
}

type Kind = Extract<PanelRequest, { readonly type: 'attach' }>['kind'];

const sources = ['file', 'selection', 'problems', 'terminal', 'image'] as const;

/** The button that adds context to the draft without typing `@`. */
export function AddContext(props: { readonly addImages: (files: readonly File[]) => void }) {
  const { store, post } = usePage();
  const { isOpen, container, close, onKeyDown, toggle } = useMenu();
  const picker = useRef<HTMLInputElement>(null);
  const add = (kind: Kind | 'image') => {
    close();
    if (kind === 'image') {
      picker.current?.click();
      return;
    }
    store.focusInput();
    post({ type: 'attach', kind });
  };
  const picked = () => {
    props.addImages([...(picker.current?.files ?? [])]);
    // The same file can then be chosen once more.
    if (picker.current) picker.current.value = '';
    store.focusInput();
  };
  return (
    <div class="add-context" ref={container} onKeyDown={onKeyDown}>
      <IconButton icon="mention" label={t('context.addHint')} menu={isOpen} onClick={toggle} />
      {isOpen && (
        <div class="menu" role="menu" aria-label={t('context.add')}>
          {sources.map((kind) => (
            <button
              type="button"
              class="menu-entry"
              role="menuitem"
              tabIndex={-1}
              key={kind}
              onClick={() => add(kind)}
            >
              <Icon name={contextIcons[kind]} /> {t(`context.add.${kind}`)}
            </button>
          ))}
        </div>
      )}
      <input
        type="file"
        hidden
        multiple
        accept={imageTypes.join()}
        aria-label={t('context.images')}
        ref={picker}
        onChange={picked}
      />
    </div>
  );
}

/** A small picture of an attached image, while it is in view; an icon if it cannot be drawn. */
function ImageThumbnail({ item }: { readonly item: AttachmentItem }) {
  const { store } = usePage();
  const { attachmentId } = item;
  const thumbnail = store.thumbnails.of(attachmentId).value;
  const box = useRef<HTMLSpanElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const observer = new IntersectionObserver((entries) => {
      store.thumbnails.setInView(attachmentId, entries.at(-1)?.isIntersecting === true);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      store.thumbnails.setInView(attachmentId, false);
    };
  }, [attachmentId]);

  useLayoutEffect(() => {
    if (canvas.current === null || typeof thumbnail === 'string') return;
    canvas.current.width = thumbnail.width;
    canvas.current.height = thumbnail.height;
    canvas.current.getContext('2d')?.drawImage(thumbnail, 0, 0);
  }, [thumbnail]);

  return (
    <span class={`thumbnail ${thumbnail === 'failed' ? 'is-plain' : ''}`} ref={box}>
      {typeof thumbnail === 'string' ? (
        <Icon name="file-media" />
      ) : (
        <canvas ref={canvas} role="img" aria-label={t('context.thumbnail')} />
      )}
    </span>
  );
}
