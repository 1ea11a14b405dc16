import type { FilterRuleInput } from '../../contracts/filter-rule';

/**
 * pip, uv and Poetry. What was asked for, what was installed and why something could not be built
 * stays; the way there goes, also that of setuptools and wheel in a failed build.
 */
export default {
  name: 'pip-install',
  match: {
    regex:
      '^(?:(?:pip[\\d.]*|python[\\d.]* -m pip|uv pip|pipx|poetry|uv)(?: -\\S+)* (?:add|download|install|lock|sync|uninstall|update|upgrade|wheel))(?: |$)',
  },
  strategy: {
    type: 'strip_noise',
    patterns: [
      '^\\s*(?:Collecting|Using cached|Downloading|Obtaining|Processing) \\S',
      '^\\s*(?:Looking in links|Saved|Stored in directory|Created wheel for|Created temporary|Link requires|Getting page|Found link)\\b',
      '^Requirement already satisfied: .* \\(from ',
      '^(?:Installing|Building wheels for) collected packages: ',
      '^ {2}(?:Attempting uninstall: |Found existing installation: |  Found existing installation: |  Uninstalling )',
      '^ {4}(?:Found existing installation: |Uninstalling \\S+:$)',
      "^\\s*(?:Installing build dependencies|Installing backend dependencies|Getting requirements to build (?:wheel|editable)|Preparing (?:metadata|editable metadata|wheel metadata)|Building (?:wheel|editable) for \\S+|Checking if build backend supports build_editable|Running setup.py \\w+ for \\S+)(?: \\([^)]*\\))?: (?:started|still running\\.\\.\\.|finished with status 'done')$",
      '^ {5}[━╸╺ -]*[━╸╺\\\\|/-] [\\d.]+(?:\\/[\\d.]+)? (?:bytes|[kMG]B) .*\\d:\\d\\d$',
      '^ {6,}(?:[\\w.]+-)*(?:gcc|g\\+\\+|cc|c\\+\\+|clang|clang\\+\\+)(?:-\\d+)? .*(?:^| )-[co] ',
      '^\\s*\\|[█▏▎▍▌▋▊▉ ]+\\| ',
      '^\\[notice\\] ',
      "^WARNING: (?:Running pip as the 'root' user|You are using pip version|There was an error checking the latest version of pip)",
      '^You should consider upgrading via the ',
      '^ {6,}(?:copying|creating|adding|hard linking|installing|byte-compiling|writing|reading manifest|running (?:bdist_\\w+|build\\w*|dist_info|editable_\\w+|egg_info|install\\w*))[ /]\\S*',
      '^ {6,}(?:running \\w+|!!|\\*{20,})$',
      '^ {2}[•-] Installing \\S+ \\([^()]*\\)$',
      '^(?:Resolving dependencies\\.\\.\\.|Writing lock file|Updating dependencies|Installing dependencies from lock file)',
      '^ *(?:Downloading|Downloaded|Preparing|Building|Built|Resolving) \\S+(?: \\([\\d.]+ ?[KMG]?i?B\\)| @ \\S+)?$',
    ],
  },
} satisfies FilterRuleInput;
