import type { FilterRuleInput } from '../../contracts/filter-rule';

/** Tasks that did well, downloads, progress, banners and passing tests. */
export default {
  name: 'gradle',
  match: { regex: '^(?:\\S*/)?gradlew?(?:\\.bat)?(?: |$)' },
  strategy: {
    type: 'strip_noise',
    patterns: [
      '^(?:> Task )?:[\\w:.-]+(?: (?:UP-TO-DATE|NO-SOURCE|FROM-CACHE|SKIPPED))?$',
      '^Download(?:ing)? https?://',
      '^<[=-]+> \\d+% ',
      '^> (?:IDLE|Evaluating root project|Configure project|Resolve |Transform )',
      '^\\.*\\d+%(?:\\.*\\d+%)*\\.*$',
      '^\\.{10,}$',
      '^(?:Unzipping|Unpacking|Set executable permissions for:) \\S+',
      '^Starting a Gradle Daemon',
      '^To honour the JVM settings for this build',
      '^Daemon will be stopped at the end of the build',
      '^Welcome to Gradle \\d',
      '^Here are the highlights of this release:$',
      '^For more details see https://docs\\.gradle\\.org/',
      "^You can use '--warning-mode all' to show the individual deprecation warnings",
      '^For more on this, please refer to https://docs\\.gradle\\.org/',
      '^See https://docs\\.gradle\\.org/\\S*command_line_warnings',
      '^[^>]+ > .* (?:PASSED|STARTED)$',
      '^(?:> )?Run with --(?:stacktrace|info|debug|scan) ',
      '^(?:> )?Get more help at https://help\\.gradle\\.org',
      '^\\* (?:Try|Get more help at https://help\\.gradle\\.org)[:.]?$',
    ],
  },
} satisfies FilterRuleInput;
