import { readCompilerMessage, type CompilerProblem } from './compiler-message';

/** Kept of each severity; far more than anybody asks for. */
const maxPerSeverity = 2000;

/** The problems of one run, each once: the same file is built for itself and for its tests. */
export interface ProblemCollection {
  /** Takes a line of cargo's output, whatever is in it. */
  add(line: string): void;
  problems(): readonly CompilerProblem[];
  /** True when an error of the code was told, kept or not. */
  hasErrors(): boolean;
  /** What the reader should know of the collection itself. */
  notes(): readonly string[];
}

export function createProblemCollection(): ProblemCollection {
  const kept = new Map<string, CompilerProblem>();
  const counts = new Map<string, number>();
  let dropped = 0;
  return {
    add: (line) => {
      const problem = readCompilerMessage(line);
      if (problem === undefined) return;
      const { severity, message, locations: places } = problem;
      const key = JSON.stringify([severity, message, places]);
      if (kept.has(key)) return;
      const count = (counts.get(severity) ?? 0) + 1;
      counts.set(severity, count);
      if (count <= maxPerSeverity) kept.set(key, problem);
      else dropped += 1;
    },
    problems: () => [...kept.values()],
    hasErrors: () => counts.has('error'),
    notes: () =>
      dropped === 0
        ? []
        : [`There are more than ${String(maxPerSeverity)} problems of a kind; the rest was not read.`],
  };
}
