import type { FilterRuleInput } from '../../contracts/filter-rule';

/** Tables and descriptions were asked for: only very long ones are cut. */
export default {
  name: 'kubectl',
  match: { regex: '^(?:kubectl|oc) (?:.*? )?(?:get|describe|top|api-resources|explain)(?: |$)' },
  strategy: { type: 'truncate', max_lines: 400, head: 250, tail: 100 },
} satisfies FilterRuleInput;
