import type { FilterRuleInput } from '../../contracts/filter-rule';

/** pytest, also under the programs that prepare its environment. */
export default {
  name: 'pytest',
  match: {
    regex:
      '^(?:(?:uv|poetry|pdm|hatch|pipenv|rye|pixi|conda|tox|coverage)(?: -\\S+)* (?:run|exec)(?: -\\S+(?: [^-\\s]\\S*)?)*? )?(?:(?:\\S*/)?python[\\d.]*(?: -(?:[XW] [^-\\s]|[^\\sm])\\S*)* -m (?:coverage run(?: -\\S+)* -m )?|-m )?(?:\\S*/)?(?:pytest|py\\.test)(?: |$)',
  },
  strategy: { type: 'test_summary', format: 'pytest' },
} satisfies FilterRuleInput;
