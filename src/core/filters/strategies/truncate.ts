import type { StrategyOf } from '../../contracts/filter-rule';
import { createLineCut } from '../cut-lines';
import type { CompileStrategy } from '../strategy';

/**
 * Keeps the first and the last lines of an output of more than `max_lines`, and what tells of a
 * failure between them (003 Strategies `truncate`).
 */
export const truncate: CompileStrategy<StrategyOf<'truncate'>> =
  ({ max_lines: most, head, tail }, judge) =>
  () => {
    const cut = createLineCut({ maxLines: most, head, tail }, judge);
    return {
      push: (line, give) => {
        cut.push(line, give);
      },
      end: (_exitCode, give) => (cut.end(give) ? 'partial' : 'fallback'),
    };
  };
