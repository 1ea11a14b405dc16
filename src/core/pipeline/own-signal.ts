import type { Disposable } from '../ports/disposable';

/** A signal for what happens inside another one's reach. */
export interface LinkedSignal extends Disposable {
  readonly signal: AbortSignal;
  /** Aborts this signal alone. */
  abort(): void;
}

/**
 * Aborts with `outer`, on which it is one listener: whatever listens inside a call, and however many
 * calls of a turn run at once, the signal of the turn keeps a short list.
 */
export function linkedSignal(outer: AbortSignal): LinkedSignal {
  const own = new AbortController();
  const abort = (): void => {
    own.abort();
  };
  if (outer.aborted) abort();
  else outer.addEventListener('abort', abort, { once: true });
  return {
    signal: own.signal,
    abort,
    dispose: () => {
      outer.removeEventListener('abort', abort);
    },
  };
}
