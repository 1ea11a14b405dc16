import type { FilterRuleInput } from '../../contracts/filter-rule';

/** Commands that print patches; a log only with an option for it. */
export default {
  name: 'git-diff',
  match: {
    regex:
      '^git(?: -[cC] \\S+| --[\\w-]+(?:=\\S+)?| -[pP])* (?:diff|show(?! (?:\\S+ )*(?:[^\\s-]\\S*)?:\\S)|diff-tree|diff-index|diff-files|format-patch --stdout|stash show|(?:log|whatchanged|reflog) (?:\\S+ )*(?:-[pu]|--patch|-U\\d+|--cc|-c|-m)(?= |$))(?: |$)',
  },
  strategy: { type: 'git_diff', max_diff_lines: 500 },
} satisfies FilterRuleInput;
