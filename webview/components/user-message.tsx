import type { UserItem } from '../../src/core/contracts/panel';

export function UserMessage({ item }: { readonly item: UserItem }) {
  return (
    <article class="entry user-message">
      <h2 class="sr-only">You</h2>
      <div class="user-text" dir="auto">
        {item.text}
      </div>
    </article>
  );
}
