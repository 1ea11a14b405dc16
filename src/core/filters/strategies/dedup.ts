import type { StrategyOf } from '../../contracts/filter-rule';
import { compileExpression } from '../lines/patterns';
import type { CompileStrategy, EmitLine, LinePolicy } from '../lines/line-strategy';

/**
 * Leaves out lines that say what the line before says, but for timestamps, UUIDs and what the rule
 * names, and reports their number (003-strategy-9). What the rule names counts for
 * nothing in a line that reports a failure: the address of a failure is not noise.
 */
export const dedup: CompileStrategy<StrategyOf<'dedup'>> = (params, judge) => {
  const own = params.normalize_patterns.map(({ pattern, replacement }) => ({
    expression: new RegExp(
      compileExpression(pattern).source,
      `g${compileExpression(pattern).flags}`,
    ),
    replacement,
  }));
  const normalise = (line: string, judge: LinePolicy): string => {
    const timeless = params.timestamps ? normaliseTimes(line) : line;
    let sense = timeless;
    for (const { expression, replacement } of own) sense = sense.replace(expression, replacement);
    // Errors are different if anything but their time differs.
    return sense !== timeless && judge.isDiagnostic(line) ? timeless : sense;
  };
  return () => {
    const least = params.min_lines;
    let run = createRun('', '', least);
    let isLeft = false;
    const close = (give: EmitLine): void => {
      isLeft = run.close(give) || isLeft;
    };
    let isBegun = false;
    return {
      push: (line, give) => {
        const sense = normalise(line, judge);
        if (isBegun && run.takes(line, sense, judge)) return;
        if (isBegun) close(give);
        isBegun = true;
        run = createRun(line, sense, least);
      },
      end: (_exitCode, give) => {
        if (isBegun) close(give);
        return isLeft ? 'full' : 'fallback';
      },
    };
  };
};

/** Characters of repeats that wait until there are enough of them. */
const maxHeldChars = 64 * 1024;

/** Consecutive lines with the same meaning; fewer than `least` stay. */
function createRun(line: string, sense: string, least: number) {
  let repeats: string[] = [];
  let count = 1;
  let units = 0;
  const isShorter = (): boolean =>
    units > repeatMark(count).length && (count >= least || units > maxHeldChars);
  return {
    takes: (next: string, nextSense: string, judge: LinePolicy): boolean => {
      if (nextSense !== sense || (next !== line && judge.isPreserved(next))) return false;
      count += 1;
      units += next.length + 1;
      if (isShorter()) repeats = [];
      else repeats.push(next);
      return true;
    },
    /** True when lines are gone. */
    close: (give: EmitLine): boolean => {
      const isGone = isShorter();
      give(isGone ? line + repeatMark(count) : line);
      if (!isGone) for (const each of repeats) give(each);
      return isGone;
    },
  };
}

function repeatMark(count: number): string {
  return count === 1 ? '' : ` (x${String(count)})`;
}

const uuid = /[\da-fA-F]{8}-(?:[\da-fA-F]{4}-){3}[\da-fA-F]{12}/g;
const timestamp =
  /(?:(?:\d{4}[-/]\d\d[-/]\d\d|\d\d[-/](?:\d\d|[A-Z][a-z]{2})[-/]\d{4}|[A-Z][a-z]{2} [ \d]\d)(?:T|[ ,:]{1,3}))?\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?: ?(?:Z|[+-]\d\d:?\d\d))?/g;

function normaliseTimes(line: string): string {
  const times = line.includes(':') ? line.replace(timestamp, '<time>') : line;
  return times.includes('-') ? times.replace(uuid, '<uuid>') : times;
}
