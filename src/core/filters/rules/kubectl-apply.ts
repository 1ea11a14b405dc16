import type { FilterRuleInput } from '../../contracts/filter-rule';

/** Objects that did not change, and repeated states of a rollout, are one line. */
export default {
  name: 'kubectl-apply',
  match: {
    regex:
      '^(?:kubectl|oc) (?:.*? )?(?:apply|create|delete|rollout|wait|scale|patch|replace)(?: |$)',
  },
  strategy: {
    type: 'dedup',
    min_lines: 3,
    timestamps: false,
    normalize_patterns: [{ pattern: '^\\S+ unchanged$', replacement: 'unchanged' }],
  },
} satisfies FilterRuleInput;
