import type { TargetedKeyboardEvent } from 'preact';
import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { stepTo } from './list-keys';

/** A button and its menu in one container: keys move within it, a click outside closes it. */
export function useMenu() {
  const open = useSignal(false);
  const isOpen = open.value;
  const container = useRef<HTMLDivElement>(null);

  // Before the next key, which belongs to the menu.
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const entries = entriesOf(container.current);
    (entries.find((entry) => entry.ariaChecked === 'true') ?? entries[0])?.focus();
    const onPointerDown = (event: PointerEvent) => {
      const { target } = event;
      if (target instanceof Node && !container.current?.contains(target)) open.value = false;
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  }, [isOpen]);

  const close = () => {
    open.value = false;
    container.current?.querySelector('button')?.focus();
  };

  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    if (!open.peek()) return;
    if (event.key === 'Tab') open.value = false;
    if (event.key === 'Escape') {
      event.preventDefault();
      close();
    }
    const entries = entriesOf(container.current);
    const at = entries.findIndex((entry) => entry === document.activeElement);
    const next = stepTo(event.key, at, entries.length - 1);
    if (next === undefined) return;
    event.preventDefault();
    // Past an end, an arrow goes on at the other.
    const isEnd = next === at && event.key.startsWith('Arrow');
    entries.at(!isEnd ? next : at === 0 ? -1 : 0)?.focus();
  };

  const toggle = () => {
    open.value = !open.peek();
  };
  return { isOpen, container, close, onKeyDown, toggle };
}

function entriesOf(container: HTMLElement | null): readonly HTMLElement[] {
  return [...(container?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
}

/** Focuses an element, also one that is no control, and shows it. */
export function focusOn(element: HTMLElement | null): void {
  if (element === null) return;
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: 'nearest' });
}

interface Container {
  readonly current: HTMLElement | null;
}

/**
 * Moves the focus when its element is removed, as happens when the host answers a click. `handOn`
 * receives the index of the list line it was in, or -1 outside the list.
 */
export function useFocusHandover(container: Container, handOn: (line: number) => void): void {
  // Read before the next render: afterwards the focus position is lost.
  const held = container.current?.contains(document.activeElement) === true;
  const element = held ? document.activeElement : null;
  const line = lineOf(element);
  useLayoutEffect(() => {
    if (element !== null && !element.isConnected) handOn(line);
  });
}

function lineOf(element: Element | null): number {
  const line = element?.closest('li');
  return line ? [...(line.parentElement?.children ?? [])].indexOf(line) : -1;
}
