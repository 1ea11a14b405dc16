import type { FilterRuleInput } from '../../contracts/filter-rule';

/** A list that was asked for is not summarized: only a very long one is cut. */
export default {
  name: 'list-files-long',
  match: { regex: '^(?:ls|ll|find|fd|fdfind|tree|exa|eza|git ls-files|rg --files)(?: |$)' },
  strategy: { type: 'truncate', max_lines: 500, head: 300, tail: 100 },
} satisfies FilterRuleInput;
