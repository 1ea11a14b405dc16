import type { Disposable } from '../ports/disposable';

/** A signal for one call. */
export interface OwnSignal extends Disposable {
  readonly signal: AbortSignal;
}

/**
 * Aborts with `outer`, on which it is the one listener of the call: however many calls of a turn run
 * at once, and whatever listens inside them, the signal of the turn keeps a short list.
 */
export function ownSignal(outer: AbortSignal): OwnSignal {
  const own = new AbortController();
  const onAbort = (): void => {
    own.abort();
  };
  if (outer.aborted) own.abort();
  else outer.addEventListener('abort', onAbort, { once: true });
  return {
    signal: own.signal,
    dispose: () => {
      outer.removeEventListener('abort', onAbort);
    },
  };
}
