import type { RefObject, TargetedInputEvent, TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { optionId, suggestionListId, type Suggesting } from './suggestions';
import { stillKeyed } from './keyed';
import type { EditedDraft } from './mention';
import { usePage, useSubscription } from '../state/page-context';
import { t } from '../l10n/l10n';

/**
 * The message input. Screen readers see a text box that owns the suggestions: a combo box has only
 * one line.
 */
export function MessageInput(props: {
  readonly input: RefObject<HTMLTextAreaElement | null>;
  readonly suggesting: Suggesting;
  readonly running: boolean;
  /** The user has changed the text. */
  readonly edited: (event: InputEvent) => void;
  readonly onKeyDown: (event: TargetedKeyboardEvent<HTMLTextAreaElement>) => void;
}) {
  const { suggesting, running } = props;
  const isOpen = suggesting.items.length > 0;
  const onInput = (event: TargetedInputEvent<HTMLTextAreaElement>) => {
    props.edited(event);
    if (!event.isComposing) suggesting.update();
  };
  return (
    <textarea
      ref={props.input}
      rows={1}
      class="composer-input"
      dir="auto"
      aria-label={t('composer.message')}
      aria-autocomplete="list"
      aria-haspopup="listbox"
      aria-controls={isOpen ? suggestionListId : undefined}
      aria-activedescendant={isOpen ? optionId(suggesting.active) : undefined}
      placeholder={t(running ? 'composer.queueHint' : 'composer.ask')}
      onInput={onInput}
      onCompositionEnd={suggesting.update}
      onBlur={suggesting.close}
      onPointerDown={suggesting.close}
      onKeyDown={props.onKeyDown}
    />
  );
}

/** Longer drafts are sent to the host only when the user pauses. */
const smallDraft = 10_000;
/** Milliseconds after the last key before a long draft is sent to the host. */
const settleMs = 200;

interface InputRef {
  readonly current: HTMLTextAreaElement | null;
}

/** Keeps the input and the host's draft the same, in both directions. */
export function useDraft(input: InputRef) {
  const { store, post } = usePage();
  const timer = useRef<number | undefined>(undefined);
  const { show, isKeyed, mark } = useKeyed(input);

  const forget = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
  };
  const sendDraft = () => {
    forget();
    post({ type: 'draft', text: input.current?.value ?? '' });
  };
  const changed = () => {
    fit(input.current);
    forget();
    // A page that is hidden is gone at once, with what the host does not know yet.
    if ((input.current?.value.length ?? 0) <= smallDraft) sendDraft();
    else timer.current = window.setTimeout(sendDraft, settleMs);
  };
  useSubscription(store.draft, ({ text }) => {
    forget();
    show(text);
  });
  useSubscription(store.insertion, ({ count, text }) => {
    if (count === 0) return;
    const before = input.current?.value ?? '';
    const joint = before === '' || /\s$/.test(before) ? '' : '\n';
    show(before + joint + text);
    sendDraft();
    focusAtEnd(input.current);
  });
  useSubscription(store.focusCount, (count) => {
    if (count > 0) focusAtEnd(input.current);
  });
  useLayoutEffect(() => {
    // The latest text must reach the host before it shows another chat or this page closes.
    const flush = () => {
      if (timer.current !== undefined) sendDraft();
    };
    store.onLeave(flush);
    window.addEventListener('pagehide', flush);
    return () => window.removeEventListener('pagehide', flush);
  }, []);

  return {
    edited: (event: InputEvent) => {
      mark(event);
      changed();
    },
    replace: ({ text, caret }: EditedDraft) => {
      show(text);
      input.current?.setSelectionRange(caret, caret);
      sendDraft();
    },
    /** Empties the input. */
    take: () => {
      const taken = { text: input.current?.value ?? '', isKeyed: isKeyed() };
      forget();
      show('');
      return taken;
    },
  };
}

/** Whether the whole text was keyed in; the host decides what follows from it. */
function useKeyed(input: InputRef) {
  const keyed = useRef(true);
  return {
    isKeyed: () => keyed.current,
    mark: ({ inputType, data, isTrusted }: InputEvent) => {
      const value = input.current?.value ?? '';
      keyed.current = stillKeyed(keyed.current, { inputType, data, isTrusted, value });
    },
    show: (text: string) => {
      if (input.current && input.current.value !== text) {
        input.current.value = text;
        keyed.current = text === '';
      }
      fit(input.current);
    },
  };
}

/** As high as its text, up to the limit of the style sheet. */
function fit(element: HTMLTextAreaElement | null): void {
  if (element === null) return;
  element.style.height = 'auto';
  element.style.height = `${element.scrollHeight}px`;
}

function focusAtEnd(element: HTMLTextAreaElement | null): void {
  element?.focus();
  element?.setSelectionRange(element.value.length, element.value.length);
}

const nothing: Recalled = { index: -1, text: '' };

/** Arrow up in an empty input recalls sent messages, as in a shell. */
export function useRecall(
  input: { readonly current: HTMLTextAreaElement | null },
  replace: (edited: EditedDraft) => void,
) {
  const { store } = usePage();
  const current = useRef(nothing);

  const sent = () =>
    store.order.peek().flatMap((id) => {
      const item = store.item(id);
      return item?.type === 'user' ? [item.text] : [];
    });

  const onKey = (key: string): boolean => {
    const element = input.current;
    const step = key === 'ArrowUp' ? 1 : key === 'ArrowDown' ? -1 : undefined;
    if (element === null || step === undefined) return false;
    if (element.value !== current.current.text) current.current = nothing;
    if (element.value !== current.current.text) return false;
    const next = recall(sent(), current.current, step);
    if (next === undefined) return false;
    current.current = next;
    replace({ text: next.text, caret: next.text.length });
    return true;
  };

  return { onKey, reset: () => (current.current = nothing) };
}

/** Steps through sent messages, newest first, like a shell history. */
interface Recalled {
  /** 0 is the newest message; -1 none. */
  readonly index: number;
  readonly text: string;
}

/** Result of one step; undefined when the key should keep its default action. */
export function recall(
  sent: readonly string[],
  current: Recalled,
  step: 1 | -1,
): Recalled | undefined {
  const index = current.index + step;
  if (index < -1) return undefined;
  if (index === -1) return { index, text: '' };
  const text = sent.at(-1 - index);
  return text === undefined ? undefined : { index, text };
}
