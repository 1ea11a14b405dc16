import type { FilterRuleInput } from '../../contracts/filter-rule';

/** Removes downloads, progress, separators, plugin banners and passing tests. */
export default {
  name: 'maven',
  match: { regex: '^(?:\\S*/)?mvn[wd]?(?:\\.cmd)?(?: |$)' },
  strategy: {
    type: 'strip_noise',
    patterns: [
      '^(?:\\[INFO\\] )?(?:Downloading|Downloaded)(?: from \\S+)?: ',
      '^Progress \\(\\d+\\): ',
      '^(?:\\[(?:INFO|ERROR)\\])?\\s*$',
      '^\\[INFO\\] -{2,}(?:[<\\[].*[>\\]]-{2,})?$',
      '^\\[INFO\\] --- \\S+(?: \\([^)]*\\))? @ \\S+ ---$',
      '^\\[INFO\\] >{3} .* >{3}$',
      '^\\[INFO\\] <{3} .* <{3}$',
      '^\\[INFO\\] (?:Scanning for projects\\.\\.\\.|Results:|Finished at: .*)$',
      '^\\[INFO\\]\\s+T E S T S$',
      '^\\s*(?:-{5,}| T E S T S)$',
      '^\\[INFO\\]   from \\S*pom\\.xml$',
      '^\\[INFO\\] (?:Nothing to compile|Changes detected - recompiling|Recompiling the module|No sources to compile)',
      "^\\[INFO\\] (?:Using '\\S+' encoding|Using auto detected provider|skip non existing resourceDirectory|Using platform encoding)",
      '^\\[INFO\\] (?:Copying \\d+ resources?|Compiling \\d+ source files?|Building (?:jar|war|tar|zip): |Installing /|Deleting /)',
      '^(?:\\[INFO\\] )?Running [\\w.$]+$',
      '^(?:\\[INFO\\] )?Tests run: \\d+, Failures: 0, Errors: 0, Skipped: \\d+, Time elapsed: ',
      '^\\[ERROR\\] To see the full stack trace of the errors, re-run Maven with the -e switch\\.$',
      '^\\[ERROR\\] Re-run Maven using the -X switch to enable full debug logging\\.$',
      '^\\[ERROR\\] For more information about the errors and possible solutions, please read the following articles:$',
      '^\\[ERROR\\] \\[Help \\d+\\] https?://',
    ],
  },
} satisfies FilterRuleInput;
