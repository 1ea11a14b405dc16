import type { Disposable } from '../../core/ports/disposable';

/** What the person should know about the storage: set aside, cut off, shared, full. */
export interface Problems {
  /** Each text is kept and told once. */
  report(text: string): void;
  list(): readonly string[];
  onProblem(listener: (text: string) => void): Disposable;
}

export function createProblems(log: (line: string) => void): Problems {
  const texts = new Set<string>();
  const listeners = new Set<(text: string) => void>();
  return {
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
