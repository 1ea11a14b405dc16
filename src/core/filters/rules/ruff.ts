import type { FilterRuleInput } from '../../contracts/filter-rule';

/** Python linters with the same format of findings. */
export default {
  name: 'ruff',
  match: {
    regex:
      '^(?:(?:uv|poetry|pipenv|pdm|hatch|rye) run |uvx |pipx run |python[\\d.]* -m )?(?:\\S*/)?(?:ruff(?!(?: -[\\w-]+)* format\\b)|flake8|pylint|d?mypy)(?: |$)',
  },
  strategy: { type: 'group_by_rule', format: 'ruff' },
} satisfies FilterRuleInput;
