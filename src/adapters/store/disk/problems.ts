import type { Disposable } from '../../../core/ports/disposable';

/** Storage problems the user should know about: files set aside, cut off, shared, disk full. */
export interface Problems {
  /** Repeated texts are reported once. */
  report(text: string): void;
  /** Counts bytes removed from the end of files after a crash. */
  dropped(bytes: number): void;
  /** Total number of bytes removed so far. */
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
