import type { Disposable } from '../../../core/ports/disposable';

/** What the person should know about the storage: set aside, cut off, shared, full. */
export interface Problems {
  /** Each text is kept and told once. */
  report(text: string): void;
  /** Counts what was cut off the end of a file that a crash had left torn. */
  dropped(bytes: number): void;
  /** All that was cut off so far. */
  droppedBytes(): number;
  list(): readonly string[];
  onProblem(listener: (text: string) => void): Disposable;
}

export function createProblems(log: (line: string) => void): Problems {
  const texts = new Set<string>();
  const listeners = new Set<(text: string) => void>();
  let droppedBytes = 0;
  return {
    dropped: (bytes) => {
      droppedBytes += bytes;
    },
    droppedBytes: () => droppedBytes,
    report: (text) => {
      if (texts.has(text)) return;
      texts.add(text);
      log(text);
      for (const listener of listeners) listener(text);
    },
    list: () => [...texts],
    onProblem: (listener) => {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
  };
}
