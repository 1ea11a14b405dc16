import type { TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** A button and the menu it opens, in one container: keys move in it, a press elsewhere closes. */
export function useMenu() {
  const [isOpen, setOpen] = useState(false);
  const container = useRef<HTMLDivElement>(null);

  // Before the next key, which belongs to the menu.
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const entries = entriesOf(container.current);
    (entries.find((entry) => entry.ariaChecked === 'true') ?? entries[0])?.focus();
    const onPointerDown = (event: PointerEvent) => {
      const { target } = event;
      if (target instanceof Node && !container.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  }, [isOpen]);

  const close = () => {
    setOpen(false);
    container.current?.querySelector('button')?.focus();
  };

  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    if (!isOpen) return;
    if (event.key === 'Tab') setOpen(false);
    if (event.key === 'Escape') {
      event.preventDefault();
      close();
    }
    const entries = entriesOf(container.current);
    const at = entries.findIndex((entry) => entry === document.activeElement);
    const next = stepTo(event.key, at);
    if (next === undefined) return;
    event.preventDefault();
    entries.at(next % entries.length)?.focus();
  };

  return { isOpen, container, close, onKeyDown, toggle: () => setOpen(!isOpen) };
}

function stepTo(key: string, at: number): number | undefined {
  if (key === 'ArrowDown') return at + 1;
  if (key === 'ArrowUp') return at - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? -1 : undefined;
}

function entriesOf(container: HTMLElement | null): readonly HTMLElement[] {
  return [...(container?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
}

interface Container {
  readonly current: HTMLElement | null;
}

/**
 * Hands the focus on when what had it is taken away, as the host does by answering a click. `handOn`
 * is told the line of the list it was in, -1 outside of the list.
 */
export function useFocusHandover(container: Container, handOn: (line: number) => void): void {
  // Read before the page is drawn anew: afterwards nothing tells where the focus was.
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
