import type { StrategyOf } from '../../contracts/filter-rule';
import { createLineMatcher } from '../lines/patterns';
import { omittedBy } from '../lines/elision';
import type { CompileStrategy, EmitLine } from '../lines/line-strategy';
import { HeadTailBuffer } from '../lines/head-tail-buffer';
import { createLineCut } from './truncate';

/** Leaves out the lines that fit a pattern (003-strategy-1). */
export const stripNoise: CompileStrategy<StrategyOf<'strip_noise'>> = ({ patterns }, judge) => {
  const isNoise = createLineMatcher(patterns);
  return () => {
    let isStripped = false;
    return {
      push: (line, give) => {
        if (!isNoise(line) || judge.isPreserved(line) || omittedBy(line) !== undefined) give(line);
        else isStripped = true;
      },
      end: () => (isStripped ? 'full' : 'fallback'),
    };
  };
};

/**
 * Keeps the lines that fit a pattern, and those that report a failure (003-strategy-3). An output
 * of which no line fits is one that the rule does not know.
 */
export const keepMatching: CompileStrategy<StrategyOf<'keep_matching'>> = ({ patterns }, judge) => {
  const fits = createLineMatcher(patterns);
  const stays = (line: string): boolean =>
    judge.isDiagnostic(line) || judge.isPreserved(line) || omittedBy(line) !== undefined;
  return () => {
    let waiting: HeadTailBuffer | undefined = new HeadTailBuffer(judge);
    let isLeft = false;
    return {
      push: (line, give) => {
        const isFit = fits(line);
        if (isFit && waiting !== undefined) {
          const held = waiting;
          waiting = undefined;
          held.flush((before) => {
            if (stays(before)) give(before);
            else isLeft = true;
          });
        }
        if (waiting !== undefined) waiting.push(line);
        else if (isFit || stays(line)) give(line);
        else isLeft = true;
      },
      end: (_exitCode, give) => {
        if (waiting === undefined) return isLeft ? 'full' : 'fallback';
        return waiting.flush(give) ? 'fallback' : 'partial';
      },
    };
  };
};

/**
 * Leaves out annotated lines, moves the summary to the front, and cuts what is still long to its
 * first and last lines and lines about a failure (003-strategy-4).
 */
export const stripAnnotated: CompileStrategy<StrategyOf<'strip_annotated'>> = (params, judge) => {
  const isAnnotated = createLineMatcher(params.patterns);
  const { summary_pattern: summary, long_output_threshold: threshold } = params;
  const isSummary = createLineMatcher(summary === undefined ? [] : [summary]);
  return () => {
    const kept = summary === undefined ? inPlace : new SummaryReorder();
    const cut = threshold === 0 ? uncut : createLineCut(limitsOf(params), judge);
    let others = 0;
    let isStripped = false;
    return {
      push: (line, give) => {
        if (isAnnotated(line) && !judge.isPreserved(line) && omittedBy(line) === undefined) {
          isStripped = true;
          return;
        }
        if (isSummary(line) && kept.accepts(line, others)) return;
        others += 1;
        cut.push(line, (next) => {
          kept.push(next, give);
        });
      },
      end: (_exitCode, give) => {
        const isCut = cut.end((line) => {
          kept.push(line, give);
        });
        kept.end(isStripped || isCut, give);
        if (isCut) return 'partial';
        return isStripped ? 'full' : 'fallback';
      },
    };
  };
};

function limitsOf(params: StrategyOf<'strip_annotated'>) {
  const { long_output_threshold: threshold, keep_head: head, keep_tail: tail } = params;
  return { maxLines: Math.max(threshold, head + tail), head, tail };
}

const uncut = {
  push: (line: string, give: EmitLine): void => {
    give(line);
  },
  end: () => false,
};

const inPlace = {
  accepts: () => false,
  push: (line: string, give: EmitLine): void => {
    give(line);
  },
  end: () => undefined,
};

/** Characters held back until the summary, which is shown first. */
const maxHeldChars = 256 * 1024;

/**
 * Holds lines until the end and puts the summaries before them; too many are passed on in order.
 */
class SummaryReorder {
  private summaries: { readonly line: string; readonly before: number }[] = [];
  private others: string[] | undefined = [];
  private units = 0;

  /** Takes a summary that so many other lines came before; false when it is too late for that. */
  accepts(line: string, before: number): boolean {
    if (this.others === undefined || this.units > maxHeldChars) return false;
    this.summaries.push({ line, before });
    this.units += line.length + 1;
    return true;
  }

  /** Any other line. */
  push(line: string, give: EmitLine): void {
    if (this.others === undefined) {
      give(line);
      return;
    }
    this.others.push(line);
    this.units += line.length + 1;
    if (this.units <= maxHeldChars) return;
    this.giveInOrder(this.others, give);
    this.others = undefined;
  }

  /** Gives everything: in the order it came where nothing else has changed either. */
  end(isChanged: boolean, give: EmitLine): void {
    const left = this.others ?? [];
    if (!isChanged) {
      this.giveInOrder(left, give);
      return;
    }
    for (const { line } of this.summaries) give(line);
    for (const line of left) give(line);
  }

  private giveInOrder(lines: readonly string[], give: EmitLine): void {
    const waiting = [...this.summaries].reverse();
    const giveUpTo = (count: number): void => {
      while ((waiting.at(-1)?.before ?? Infinity) <= count) give(waiting.pop()?.line ?? '');
    };
    for (const [at, line] of lines.entries()) {
      giveUpTo(at);
      give(line);
    }
    giveUpTo(Number.MAX_SAFE_INTEGER);
    this.summaries = [];
  }
}
