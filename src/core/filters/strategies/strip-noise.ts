import type { StrategyOf } from '../../contracts/filter-rule';
import { createLineMatcher } from '../line-test';
import { omittedBy, type CompileStrategy } from '../strategy';

/** Leaves out the lines that fit a pattern (003 Strategies `strip_noise`). */
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
