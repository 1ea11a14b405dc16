import type { FilterRuleInput } from '../../contracts/filter-rule';

/** Newest first, so the start matters most; with patches it is a diff. */
export default {
  name: 'git-log',
  match: {
    regex:
      '^git(?: -[cC] \\S+| --[\\w-]+(?:=\\S+)?| -[pP])* (?:log|shortlog|reflog|rev-list|whatchanged)(?! (?:\\S+ )*(?:-[pu]|--patch|-U\\d+|--cc|-c|-m)(?: |$))(?: |$)',
  },
  strategy: { type: 'truncate', max_lines: 120, head: 100, tail: 20 },
} satisfies FilterRuleInput;
