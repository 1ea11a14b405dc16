import type { FilterRuleInput } from '../../contracts/filter-rule';

export default {
  name: 'git-status',
  match: {
    regex: '^git(?: -[cC] \\S+| --[\\w-]+(?:=\\S+)?| -[pP])* (?:status|st)(?: |$)',
  },
  strategy: { type: 'git_status' },
} satisfies FilterRuleInput;
