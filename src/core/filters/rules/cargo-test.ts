import type { FilterRuleInput } from '../../contracts/filter-rule';

/** `cargo test` and `cargo nextest`: failures, warnings and the final numbers stay. */
export default {
  name: 'cargo-test',
  match: {
    regex: '^cargo(?: \\+\\S+| -\\S+)* (?:t|test|nextest)(?: (?!.*--no-run)|$)',
  },
  strategy: { type: 'test_summary', format: 'cargo' },
} satisfies FilterRuleInput;
