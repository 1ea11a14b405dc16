import type { FilterRuleInput } from '../../contracts/filter-rule';

/** Bundler: gems that were there, fetched or installed go; totals, failures and messages stay. */
export default {
  name: 'bundle-install',
  match: { regex: '^bundler?(?:$| (?:-\\S+ )*(?:add|install|lock|update)(?: |$)| -)' },
  strategy: {
    type: 'strip_noise',
    patterns: [
      '^(?:Using|Fetching|Installing) \\S+ \\d\\S*(?: \\([\\w.]+\\))?(?: \\(was [^)]*\\))?(?: from \\S+.*)?(?: with native extensions)?$',
      '^(?:Fetching (?:gem metadata|source index|version metadata|dependency metadata|full source index)|Resolving dependencies|The dependency \\S+ .* will be unused)',
      '^(?:Use `bundle (?:info|show) \\[gemname\\]`)',
      "^Don't run Bundler as root\\.",
      '^(?:installing your bundle as root will break this application for all non-root|users on this machine\\.)$',
      '^HEADS UP! ',
    ],
  },
} satisfies FilterRuleInput;
