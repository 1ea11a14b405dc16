import type { EmitLine } from './strategy';

/** Characters that wait for the summary, which goes before them. */
const maxHeldChars = 256 * 1024;

/** Holds lines until the end, when the summaries go before them; too many are given as they come. */
export interface SummaryReorder {
  /** Takes a summary that so many other lines came before; false when it is too late for that. */
  accepts(line: string, before: number): boolean;
  /** Any other line. */
  push(line: string, give: EmitLine): void;
  /** Gives everything: in the order it came where nothing else has changed either. */
  end(isChanged: boolean, give: EmitLine): void;
}

export function createSummaryReorder(): SummaryReorder {
  let summaries: { readonly line: string; readonly before: number }[] = [];
  let others: string[] | undefined = [];
  let units = 0;
  const giveInOrder = (lines: readonly string[], give: EmitLine): void => {
    const waiting = [...summaries].reverse();
    const giveUpTo = (count: number): void => {
      while ((waiting.at(-1)?.before ?? Infinity) <= count) give(waiting.pop()?.line ?? '');
    };
    for (const [at, line] of lines.entries()) {
      giveUpTo(at);
      give(line);
    }
    giveUpTo(Number.MAX_SAFE_INTEGER);
    summaries = [];
  };
  return {
    accepts: (line, before) => {
      if (others === undefined || units > maxHeldChars) return false;
      summaries.push({ line, before });
      units += line.length + 1;
      return true;
    },
    push: (line, give) => {
      if (others === undefined) {
        give(line);
        return;
      }
      others.push(line);
      units += line.length + 1;
      if (units <= maxHeldChars) return;
      giveInOrder(others, give);
      others = undefined;
    },
    end: (isChanged, give) => {
      const left = others ?? [];
      if (!isChanged) {
        giveInOrder(left, give);
        return;
      }
      for (const { line } of summaries) give(line);
      for (const line of left) give(line);
    },
  };
}
