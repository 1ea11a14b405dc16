import type { FilterRuleInput } from '../../contracts/filter-rule';

/** `go test`, with and without -v: failures, panics and what each package came to stay. */
export default {
  name: 'go-test',
  match: { regex: '^go(?: -C \\S+)? test(?: (?!.*-json\\b)|$)' },
  strategy: { type: 'test_summary', format: 'go' },
} satisfies FilterRuleInput;
