import type { FilterRuleInput } from '../../contracts/filter-rule';

/** uv lists every package it installed or removed, one per line, without marking the requested ones. */
export default {
  name: 'uv-install',
  match: {
    regex: '^uv(?: -\\S+)* (?:add|lock|remove|sync|pip(?: -\\S+)* (?:install|sync))(?: |$)',
  },
  strategy: { type: 'truncate', max_lines: 40, head: 10, tail: 10 },
} satisfies FilterRuleInput;
