import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef, useEffect } from 'preact/hooks';
import type { TargetedKeyboardEvent } from 'preact';
import type { SuggestionItem } from '../../src/core/contracts/panel/state';
import { cutLine } from '../text/format';
import {
  suggestionName,
  isTypedOut,
  mentionAt,
  stillFitting,
  takeSuggestion,
  type EditedDraft,
  type Mention,
} from './mention';
import { contextIcons } from './attachments';
import { Icon } from '../base/buttons';
import { usePage, useSubscription } from '../state/page-context';
import { noSuggestions, type SuggestionAnswer } from '../state/panel-store';
import { t } from '../l10n/l10n';

/** Longer texts are cut by the page anyway. */
const maxText = 300;

export const suggestionListId = 'suggestions';

export function optionId(index: number): string {
  return `suggestion-${index}`;
}

/** Suggestions for an `@` or `/`. The focus stays in the input, which names the active option. */
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
      tabIndex={0}
      aria-label={t('suggest.list')}
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
          <span class="suggestion-text">
            <span class="suggestion-name">{cutLine(suggestionName(item), maxText)}</span>
            <span class="suggestion-detail">{cutLine(item.detail, maxText)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function iconOf(item: SuggestionItem): string {
  return item.type === 'command' ? 'terminal-cmd' : contextIcons[item.kind];
}

/** Milliseconds after the last key before the host is asked. */
const settleMs = 100;
const none: readonly SuggestionItem[] = [];

interface InputRef {
  readonly current: HTMLTextAreaElement | null;
}

export type Suggesting = ReturnType<typeof useSuggestions>;

/** The option that the user moved to, in the list of one answer of the host. */
interface Chosen {
  readonly answer: SuggestionAnswer;
  readonly index: number;
}

/**
 * Suggestions for the word at the caret; `replace` puts a new text into the input. Its state is in
 * signals, since a key may arrive before the rendering or the effects of the one before.
 */
export function useSuggestions(input: InputRef, replace: (edited: EditedDraft) => void) {
  const { store, post } = usePage();
  const { mention, update, close, dismiss } = useMention(input);
  const chosen = useSignal<Chosen>({ answer: noSuggestions, index: 0 });
  const current = () => {
    const answer = store.suggestions.value;
    const items = mention.value === undefined ? none : itemsFor(answer, mention.value.query);
    const index = chosen.value.answer === answer ? chosen.value.index : 0;
    return { items, active: Math.min(index, items.length - 1) };
  };
  const { items, active } = current();

  useEffect(() => {
    if (items.length > 0) store.say(t('suggest.count', { count: items.length }));
  }, [items.length]);
  useSubscription(store.draft, close);

  const take = (item: SuggestionItem) => {
    const word = mention.peek();
    const element = input.current;
    if (word === undefined || element === null) return;
    close();
    replace(takeSuggestion(element.value, word, item));
    element.focus();
    if (item.type === 'command') return;
    // An image of the workspace is a file, too: the host sees which it is.
    const kind = item.kind === 'image' ? 'file' : item.kind;
    post({ type: 'attach', kind, ...(item.path !== undefined && { path: item.path }) });
  };

  /** True when the list handled the key. */
  const onKey = (event: TargetedKeyboardEvent<HTMLTextAreaElement>): boolean => {
    const { key } = event;
    const word = mention.peek();
    if (word === undefined || event.altKey) return false;
    if (leaves(event)) close();
    if (event.shiftKey) return false;
    const { items, active } = current();
    const item = items[active];
    if (item === undefined) return false;
    const step = stepOf(key);
    if (step !== 0) {
      const index = (active + step + items.length) % items.length;
      chosen.value = { answer: store.suggestions.peek(), index };
    } else if (key === 'Escape') dismiss();
    else if (key === 'Tab') take(item);
    else if (key === 'Enter' && (active > 0 || !isTypedOut(items, word))) take(item);
    else return false;
    return true;
  };

  return { items, active, take, onKey, update, close };
}

/** The word at the caret, while it is being typed; asks the host for suggestions. */
function useMention(input: InputRef) {
  const { store, post } = usePage();
  const mention = useSignal<Mention | undefined>(undefined);
  const timer = useRef<number | undefined>(undefined);
  /** Position of the word for which Escape closed the list. */
  const dismissed = useRef<number | undefined>(undefined);

  const close = () => {
    clearTimeout(timer.current);
    mention.value = undefined;
  };
  const ask = ({ query }: Mention) => post({ type: 'suggest', query });

  const update = () => {
    const element = input.current;
    const next = element ? mentionAt(element.value, element.selectionStart) : undefined;
    if (next?.start !== dismissed.current) dismissed.current = undefined;
    if (next === undefined || next.start === dismissed.current) {
      close();
      return;
    }
    clearTimeout(timer.current);
    if (mention.peek() === undefined) {
      // Suggestions for an earlier word do not apply.
      store.suggestions.value = noSuggestions;
      ask(next);
    } else {
      timer.current = window.setTimeout(() => ask(next), settleMs);
    }
    mention.value = next;
  };
  const dismiss = () => {
    dismissed.current = mention.peek()?.start;
    close();
  };
  return { mention, update, close, dismiss };
}

function itemsFor(answer: typeof noSuggestions, query: string): readonly SuggestionItem[] {
  if (answer.query === query) return answer.items;
  return answer.query[0] === query[0] ? stillFitting(answer.items, query) : none;
}

function stepOf(key: string): number {
  return key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
}

/** True for a key that leaves the word; Shift+Tab must not give the focus to the list. */
function leaves({ key, shiftKey }: KeyboardEvent): boolean {
  return shiftKey ? key === 'Tab' : isCaretKey(key);
}

function isCaretKey(key: string): boolean {
  return ['ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown'].includes(key);
}
