import type { StrategyOf } from '../../contracts/filter-rule';
import { createHeadTailBuffer } from '../held-lines';
import { createLineMatcher } from '../line-test';
import { omittedBy, type CompileStrategy } from '../strategy';

/**
 * Keeps the lines that fit a pattern, and those that tell of a failure (003 Strategies
 * `keep_matching`). An output of which no line fits is one that the rule does not know.
 */
export const keepMatching: CompileStrategy<StrategyOf<'keep_matching'>> = ({ patterns }, judge) => {
  const fits = createLineMatcher(patterns);
  const stays = (line: string): boolean =>
    judge.isDiagnostic(line) || judge.isPreserved(line) || omittedBy(line) !== undefined;
  return () => {
    let waiting: ReturnType<typeof createHeadTailBuffer> | undefined = createHeadTailBuffer(judge);
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
