import type { NoticeItem } from '../../src/core/contracts/panel';
import { noticeLabel } from '../announce';
import { Icon } from './icon';
import { MarkdownText } from './markdown-text';

const icons = { info: 'info', warning: 'warning', error: 'error' } as const;

export function Notice({ item }: { readonly item: NoticeItem }) {
  return (
    <article class={`entry notice notice-${item.level}`}>
      <Icon name={icons[item.level]} />
      <span class="sr-only">{noticeLabel[item.level]}:</span>
      <MarkdownText text={item.text} />
    </article>
  );
}
