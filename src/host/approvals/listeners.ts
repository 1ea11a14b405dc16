import type { Disposable } from '../../core/ports/disposable';

/** Listeners of one event without arguments. */
export interface Listeners {
  add(listener: () => void): Disposable;
  notify(): void;
  clear(): void;
}

export function createListeners(): Listeners {
  const entries = new Set<{ readonly listener: () => void }>();
  return {
    add(listener) {
      const entry = { listener };
      entries.add(entry);
      return { dispose: () => void entries.delete(entry) };
    },
    notify() {
      for (const { listener } of [...entries]) listener();
    },
    clear() {
      entries.clear();
    },
  };
}
