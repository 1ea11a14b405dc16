import type { FilterRuleInput } from '../../contracts/filter-rule';

/** `go test`, with and without -v: keeps failures, panics and the result of each package. */
export default {
  name: 'go-test',
  match: { regex: '^go(?: -C \\S+)? test(?: (?!.*-json\\b)|$)' },
  strategy: { type: 'test_summary', format: 'go' },
} satisfies FilterRuleInput;
