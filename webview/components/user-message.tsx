import type { UserItem } from '../../src/core/contracts/panel';
import { CopyButton } from './copy-button';

export function UserMessage({ item }: { readonly item: UserItem }) {
  return (
    <article class="entry user-message">
      <h2 class="sr-only">You</h2>
      <CopyButton text={item.text} label="Copy message" isCompact />
      <div class="user-text" dir="auto">
        {item.text}
      </div>
    </article>
  );
}
