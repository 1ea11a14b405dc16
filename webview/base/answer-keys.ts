import { useLayoutEffect } from 'preact/hooks';
import { t } from '../l10n/l10n';

// Tests load this outside a page.
const isMac = 'navigator' in globalThis && navigator.platform.startsWith('Mac');

/** A key that answers an approval while its card has the focus. */
export interface AnswerKey {
  readonly key: 'Enter' | 'Backspace';
  /** As shown on the button. */
  readonly label: string;
  /** The same as assistive technology reads it. */
  readonly aria: string;
}

function answerKey(key: AnswerKey['key'], sign: string): AnswerKey {
  return isMac
    ? { key, label: `⌘${sign}`, aria: `Meta+${key}` }
    : { key, label: t('key.ctrl', { key: sign }), aria: `Control+${key}` };
}

export const allowKey = answerKey('Enter', '⏎');
export const denyKey = answerKey('Backspace', '⌫');

/**
 * While the focus is in the card around the buttons, each key clicks the button that shows it, if
 * there is one: what protects clicks protects keys. Keys held down or typed into a text do nothing.
 */
export function useAnswerKeys(
  buttons: { readonly current: HTMLElement | null },
  press: (button: HTMLElement) => void,
): void {
  useLayoutEffect(() => {
    const card = buttons.current?.closest<HTMLElement>('.card');
    if (!card) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      const key = keyOf(event);
      const button = key && buttonOf(buttons.current, key);
      if (!button) return;
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) press(button);
    };
    card.addEventListener('keydown', onKeyDown);
    return () => card.removeEventListener('keydown', onKeyDown);
  });
}

function keyOf(event: KeyboardEvent): AnswerKey | undefined {
  const { target, altKey, ctrlKey, metaKey, shiftKey } = event;
  const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  const isHeld = isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  if (isText || event.isComposing || !isHeld || shiftKey || altKey) return undefined;
  return [allowKey, denyKey].find(({ key }) => key === event.key);
}

function buttonOf(buttons: HTMLElement | null, { key }: AnswerKey): HTMLElement | null {
  return buttons?.querySelector<HTMLElement>(`button[data-key="${key}"]`) ?? null;
}
