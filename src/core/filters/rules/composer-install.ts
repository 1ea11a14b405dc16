import type { FilterRuleInput } from '../../contracts/filter-rule';

/** Composer: single downloads and installs go; totals, conflicts, advisories and scripts stay. */
export default {
  name: 'composer-install',
  match: {
    regex:
      '^(?:php \\S*)?composer(?:\\.phar)?(?: -\\S+)* (?:create-project|i|install|reinstall|remove|require|u|update|upgrade)(?: |$)',
  },
  strategy: {
    type: 'strip_noise',
    patterns: [
      '^ {2}- (?:Downloading|Installing|Locking|Syncing|Mirroring) \\S+ \\([^)]*\\)(?:: (?:Extracting archive|Cloning \\S+|Mirroring from \\S+|Symlinking from \\S+|Loading from cache|Downloading.*))?(?: from cache)?$',
      '^ *\\d+(?:\\/\\d+)? \\[[=>-]+\\] +\\d+%',
      '^ +0 \\[[>-]+\\]',
      '^(?:Loading composer repositories with package information|Updating dependencies|Installing dependencies from lock file|Verifying lock file contents|Generating (?:optimized )?autoload files|Writing lock file)',
      '^\\d+ packages? you are using (?:is|are) looking for funding\\.$',
      '^Use the `composer fund` command to find out more!$',
    ],
  },
} satisfies FilterRuleInput;
