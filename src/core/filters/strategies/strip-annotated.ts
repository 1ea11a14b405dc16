import type { StrategyOf } from '../../contracts/filter-rule';
import { createLineCut } from '../cut-lines';
import { createLineMatcher } from '../line-test';
import { createSummaryReorder } from '../summary-first';
import { omittedBy, type CompileStrategy, type EmitLine } from '../strategy';

/**
 * Leaves out annotated lines, moves the summary to the front, and cuts what is still long to its
 * first and last lines and what tells of a failure (003 Strategies `strip_annotated`).
 */
export const stripAnnotated: CompileStrategy<StrategyOf<'strip_annotated'>> = (params, judge) => {
  const isAnnotated = createLineMatcher(params.patterns);
  const { summary_pattern: summary, long_output_threshold: threshold } = params;
  const isSummary = createLineMatcher(summary === undefined ? [] : [summary]);
  return () => {
    const kept = summary === undefined ? inPlace : createSummaryReorder();
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
