import type { FilterRuleInput } from '../../contracts/filter-rule';

/** Homebrew: removes downloads and steps; keeps caveats, warnings and installed packages. */
export default {
  name: 'brew',
  match: {
    regex:
      '^brew(?: -\\S+)* (?:install|upgrade|reinstall|update|uninstall|bundle|fetch|cleanup)(?: |$)',
  },
  strategy: {
    type: 'strip_noise',
    patterns: [
      '^==> (?:Downloading|Fetching|Installing|Pouring|Downloaded|Verifying|Moving|Purging|Running|Summary|Auto-updating|Would |Cleanup)',
      '^(?:✔︎?|✓) (?:Bottle|Bottle Manifest|Formula|Cask|API Source) ',
      '^Already downloaded: ',
      '^#[#=O -]*(?:\\d+\\.\\d+%)?$',
      '^(?:Disable this behaviour by setting|Hide these hints with|Adjust how often this is run with) ',
      '^(?:Removing: \\S+\\.\\.\\. |Pruned \\d+ )',
      '^Using the bottle',
    ],
  },
} satisfies FilterRuleInput;
