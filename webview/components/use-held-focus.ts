import { useLayoutEffect } from 'preact/hooks';

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
