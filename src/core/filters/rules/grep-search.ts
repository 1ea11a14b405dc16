import type { FilterRuleInput } from '../../contracts/filter-rule';

/** Hits were asked for: only very many are cut, and those that name a line of a file never. */
export default {
  name: 'grep-search',
  match: { regex: '^(?:(?:z|e|f|p|rip|git )?grep|rg|ag|ack)(?: |$)' },
  strategy: { type: 'truncate', max_lines: 400, head: 250, tail: 100 },
} satisfies FilterRuleInput;
