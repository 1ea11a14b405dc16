import { useLayoutEffect } from 'preact/hooks';

/** In milliseconds: input within it may have been meant for what was in this place before. */
const settleMs = 400;

/** Whether something has been in its place long enough for input to be meant for it. */
export class Steadiness {
  private place = '';
  private since = 0;

  constructor(private readonly now: () => number) {
    this.restart();
  }

  /** Where it is now; answers whether it has been there long enough. */
  isSteadyAt(place: string): boolean {
    if (place !== this.place) this.restart();
    this.place = place;
    return this.now() - this.since >= settleMs;
  }

  /** It has just appeared. */
  restart(): void {
    this.since = this.now();
  }
}

/**
 * Ignores clicks, also those that a key makes, on the buttons in a container until they have been in
 * their places for a moment. Until then they are marked as disabled.
 */
export function useSteadyButtons(container: { readonly current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const element = container.current;
    if (element === null) return undefined;
    const steadiness = new Steadiness(() => performance.now());
    let frame = 0;
    const look = () => {
      const buttons = [...element.querySelectorAll('button')];
      const isSteady = steadiness.isSteadyAt(buttons.map(placeOf).join());
      for (const button of buttons) {
        if (isSteady) button.removeAttribute('aria-disabled');
        else button.setAttribute('aria-disabled', 'true');
      }
      return isSteady;
    };
    const watch = () => {
      look();
      frame = requestAnimationFrame(watch);
    };
    const guard = (event: Event) => {
      if (look()) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const appear = () => steadiness.restart();
    watch();
    element.addEventListener('click', guard, { capture: true });
    document.addEventListener('visibilitychange', appear);
    return () => {
      cancelAnimationFrame(frame);
      element.removeEventListener('click', guard, { capture: true });
      document.removeEventListener('visibilitychange', appear);
    };
  }, []);
}

function placeOf(button: HTMLElement): string {
  const { x, y } = button.getBoundingClientRect();
  return `${button.textContent} ${x} ${y}`;
}
