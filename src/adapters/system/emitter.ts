import type { Disposable } from '../../core/ports/disposable';

/** Listeners of one event without arguments. */
export interface Emitter {
  event(listener: () => void): Disposable;
  fire(): void;
  dispose(): void;
}

export function createEmitter(): Emitter {
  const entries = new Set<{ readonly listener: () => void }>();
  return {
    event(listener) {
      const entry = { listener };
      entries.add(entry);
      return { dispose: () => void entries.delete(entry) };
    },
    fire() {
      for (const { listener } of [...entries]) listener();
    },
    dispose() {
      entries.clear();
    },
  };
}
