/** Taken out of the array together, so that each costs nothing. */
const compactAfter = 1024;

/** Lines that wait, the oldest first. */
export interface LineQueue {
  push(line: string): void;
  /** The oldest; empty when none is left. */
  shift(): string;
  lines(): number;
  /** Characters of all, with their endings. */
  chars(): number;
}

export function createLineQueue(): LineQueue {
  let waiting: string[] = [];
  let first = 0;
  let units = 0;
  return {
    push: (line) => {
      waiting.push(line);
      units += line.length + 1;
    },
    shift: () => {
      const line = waiting[first];
      if (line === undefined) return '';
      first += 1;
      units -= line.length + 1;
      if (first === compactAfter) {
        waiting = waiting.slice(first);
        first = 0;
      }
      return line;
    },
    lines: () => waiting.length - first,
    chars: () => units,
  };
}
