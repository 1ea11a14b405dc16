import type { FilterRuleInput } from '../../contracts/filter-rule';

export default {
  name: 'cargo-clippy',
  match: { regex: '^cargo(?: \\+\\S+)? clippy\\b' },
  strategy: { type: 'group_by_rule', format: 'clippy' },
} satisfies FilterRuleInput;
