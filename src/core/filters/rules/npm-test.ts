import type { FilterRuleInput } from '../../contracts/filter-rule';

/** Test scripts of a project's manifest and the runners of JavaScript, whichever it is. */
export default {
  name: 'npm-test',
  match: { custom: 'test_runner' },
  strategy: { type: 'test_summary', format: 'auto' },
} satisfies FilterRuleInput;
