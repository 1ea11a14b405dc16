import { useLayoutEffect, useRef } from 'preact/hooks';
import type { SuggestionItem } from '../../src/core/contracts/panel';
import { cutLine } from '../format';
import { suggestionName } from '../mention';
import { contextIcons } from './attachments';
import { Icon } from './icon';
import type { Suggesting } from './use-suggestions';

/** Longer texts are cut by the page anyway. */
const maxText = 300;

export const suggestionListId = 'suggestions';

export function optionId(index: number): string {
  return `suggestion-${index}`;
}

/** What an `@` or `/` may become. The focus stays in the input, which names the active option. */
export function SuggestionList({ suggesting }: { readonly suggesting: Suggesting }) {
  const { items, active, take } = suggesting;
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => list.current?.children[active]?.scrollIntoView({ block: 'nearest' }));
  if (items.length === 0) return null;
  return (
    <ul
      class="suggestions menu"
      id={suggestionListId}
      ref={list}
      role="listbox"
      aria-label="Suggestions"
    >
      {items.map((item, index) => (
        <li
          key={index}
          id={optionId(index)}
          class={`suggestion ${index === active ? 'is-active' : ''}`}
          role="option"
          aria-selected={index === active}
          title={item.detail}
          // A press must not take the focus from the input.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => take(item)}
        >
          <Icon name={iconOf(item)} />
          <span class="suggestion-name">{cutLine(suggestionName(item), maxText)}</span>
          <span class="suggestion-detail">{cutLine(item.detail, maxText)}</span>
        </li>
      ))}
    </ul>
  );
}

function iconOf(item: SuggestionItem): string {
  return item.type === 'command' ? 'terminal-cmd' : contextIcons[item.kind];
}
