import type { FilterRuleInput } from '../../contracts/filter-rule';

/** Called by itself, or by a package script that is named for it. */
export default {
  name: 'tsc',
  match: {
    regex:
      '^(?:(?:npx|bunx|pnpx|(?:npm|pnpm|yarn|bun)(?: (?:exec|x|dlx|run|run-script))?)(?: -[\\w-]+)* )?(?:\\S*/)?(?:(?:vue-)?tsc|type-?check|check-types|check:types|types)(?:[:@][\\w.:-]*)?(?: |$)',
  },
  strategy: { type: 'group_by_rule', format: 'tsc' },
} satisfies FilterRuleInput;
