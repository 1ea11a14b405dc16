import type { FilterRuleInput } from '../../contracts/filter-rule';

/**
 * Folds what a listing says of folders that tools fill, to the first line and a count. Not where the
 * command names such a folder: then its contents were asked for. A few names stay in any case.
 */
export default {
  name: 'list-files',
  match: { custom: 'file_listing' },
  strategy: {
    type: 'dedup',
    min_lines: 5,
    timestamps: false,
    normalize_patterns: [
      {
        pattern:
          '(?<![^/\\s])(node_modules|__pycache__|\\.git|\\.?venv|site-packages|\\.(?:mypy|pytest|ruff)_cache|\\.(?:next|nuxt|tox|gradle|terraform)|target|\\.yarn/cache|bower_components|Pods)/.*$',
        replacement: '$1',
      },
    ],
  },
} satisfies FilterRuleInput;
