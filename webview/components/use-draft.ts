import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { EditedDraft } from '../mention';
import { usePage } from '../page';

/** Longer drafts are told to the host only when the person pauses. */
const smallDraft = 10_000;
/** Milliseconds after the last key before the host is told of a long draft. */
const settleMs = 200;

interface InputRef {
  readonly current: HTMLTextAreaElement | null;
}

/** Keeps the input and the host's draft the same, in both directions. */
export function useDraft(input: InputRef) {
  const { store, post } = usePage();
  const timer = useRef<number | undefined>(undefined);
  const draft = store.draft.value;
  const insertion = store.insertion.value;
  const focusCount = store.focusCount.value;

  const forget = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
  };
  const tell = () => {
    forget();
    post({ type: 'draft', text: input.current?.value ?? '' });
  };
  const changed = () => {
    fit(input.current);
    forget();
    // A page that is hidden is gone at once, with what the host does not know yet.
    if ((input.current?.value.length ?? 0) <= smallDraft) tell();
    else timer.current = window.setTimeout(tell, settleMs);
  };
  const show = (text: string) => {
    if (input.current) input.current.value = text;
    fit(input.current);
  };

  useLayoutEffect(() => {
    forget();
    show(draft.text);
  }, [draft.count]);
  useEffect(() => {
    if (insertion.count === 0) return;
    const before = input.current?.value ?? '';
    const joint = before === '' || /\s$/.test(before) ? '' : '\n';
    show(before + joint + insertion.text);
    tell();
    focusAtEnd(input.current);
  }, [insertion.count]);
  useEffect(() => {
    if (focusCount > 0) focusAtEnd(input.current);
  }, [focusCount]);
  useEffect(() => {
    // What was typed last must reach the host before it shows another chat, or this page goes.
    const flush = () => {
      if (timer.current !== undefined) tell();
    };
    store.onLeave(flush);
    window.addEventListener('pagehide', flush);
    return () => window.removeEventListener('pagehide', flush);
  }, []);

  return {
    changed,
    replace: ({ text, caret }: EditedDraft) => {
      show(text);
      input.current?.setSelectionRange(caret, caret);
      tell();
    },
    clear: () => {
      forget();
      show('');
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
