import type { FilterRuleInput } from '../../contracts/filter-rule';

/** Called by itself, or by a package script that is named for it. */
export default {
  name: 'eslint',
  match: {
    regex:
      '^(?:(?:npx|bunx|pnpx|(?:npm|pnpm|yarn|bun)(?: (?:exec|x|dlx|run|run-script))?)(?: -[\\w-]+)* )?(?:\\S*/)?(?:eslint|lint)(?:[:@][\\w.:-]*)?(?: |$)',
  },
  strategy: { type: 'group_by_rule', format: 'eslint' },
} satisfies FilterRuleInput;
