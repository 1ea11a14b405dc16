import type { FilterRuleInput } from '../../contracts/filter-rule';

/** Warnings of the compiler, also where cargo calls it to build; not where a program runs after. */
export default {
  name: 'rustc',
  match: {
    regex: '^(?:rustc\\b|cargo(?: \\+\\S+)? (?:b|build|c|check|d|doc|rustc|fix|install)(?: |$))',
  },
  strategy: { type: 'group_by_rule', format: 'clippy' },
} satisfies FilterRuleInput;
