import type { FilterRuleInput } from '../../contracts/filter-rule';

/** uv names every package that it put in or took out, one a line, with no word for what was asked for. */
export default {
  name: 'uv-install',
  match: {
    regex: '^uv(?: -\\S+)* (?:add|lock|remove|sync|pip(?: -\\S+)* (?:install|sync))(?: |$)',
  },
  strategy: { type: 'truncate', max_lines: 40, head: 10, tail: 10 },
} satisfies FilterRuleInput;
