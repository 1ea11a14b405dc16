import type { FilterRuleInput } from '../../contracts/filter-rule';

/** Debian packages: removes fetching, unpacking and setup; keeps removals, failures and held packages. */
export default {
  name: 'apt',
  match: {
    regex:
      '^(?:apt|apt-get|aptitude)(?: -\\S+)* (?:autoremove|build-dep|dist-upgrade|full-upgrade|install|purge|reinstall|remove|update|upgrade)(?: |$)',
  },
  strategy: {
    type: 'strip_noise',
    patterns: [
      '^(?:Get|Hit|Ign):\\d+ ',
      '^(?:Reading (?:package lists|state information|database|changelogs)|Building dependency tree|Building data structures|Calculating upgrade|Correcting dependencies)\\.\\.\\.',
      '^(?:Selecting previously unselected package|Preparing to unpack|Unpacking|Setting up|Processing triggers for) ',
      '^\\(Reading database \\.\\.\\.',
      '^(?:Need to get|After this operation,|Extracting templates from packages:|Preconfiguring packages|Scanning (?:processes|candidates|linux images)) ?',
      '^Do you want to continue\\? \\[Y\\/n\\] Y?',
      "^debconf: (?:delaying package configuration|unable to initialize frontend|falling back to frontend|\\((?:No usable dialog|TERM is not set|This frontend|Dialog frontend|Can't locate))",
      '^update-alternatives: using ',
      '^(?:Inst|Conf) \\S+ (?:\\[[^\\]]*\\] )?\\(',
      '^\\d{1,3}% \\[',
      '^Progress: \\[ *\\d+%\\]',
      '^WARNING: apt does not have a stable CLI interface',
    ],
  },
} satisfies FilterRuleInput;
