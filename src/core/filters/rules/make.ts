import type { FilterRuleInput } from '../../contracts/filter-rule';

/**
 * Builds by make, Ninja and CMake: the calls of compilers and what only says that a file is being
 * built go; diagnostics stay whole, and so does what recipes print. `Entering directory` stays,
 * since it is what relative places in diagnostics are relative to.
 */
export default {
  name: 'make',
  match: {
    regex: '^(?:make|gmake|ninja|cmake|\\.\\/configure)(?: |$)',
  },
  strategy: {
    type: 'strip_noise',
    patterns: [
      '^(?:\\S*ccache )?(?:\\/\\S*\\/)?(?:[\\w.]+-)*(?:gcc|g\\+\\+|cc|c\\+\\+|clang|clang\\+\\+|nvcc|gfortran|icx?|tcc)(?:-\\d+)? .*(?:^| )-(?:[cES]|MM?)(?: |$)',
      '^(?:\\/\\S*\\/)?(?:[\\w.]+-)*(?:gcc|g\\+\\+|cc|c\\+\\+|clang|clang\\+\\+|ld)(?:-\\d+)? (?=.{300}).*-o ',
      '^(?:\\/\\S*\\/)?g?make(?: -[^C]\\S*)* -C \\S+',
      '^g?make  ?[a-z]+-(?:recursive|am)$',
      '^(?:\\/\\S*\\/)?(?:[\\w.]+-)*(?:ar|gcc-ar) -?[a-zA-Z]*[rcq][a-zA-Z]* \\S+\\.a ',
      '^(?:\\/\\S*\\/)?(?:[\\w.]+-)*(?:ranlib|strip|objcopy) \\S',
      '^(?:libtool|depbase)[:=] ?',
      '^(?:\\/bin\\/(?:ba)?sh )?(?:\\.\\.?\\/)+libtool ',
      '^mv -f \\S+\\.Tp?o \\S+\\.P?l?o$',
      '^ {2}(?:\\[[A-Z]\\] {0,3})?(?:CC|CXX|LD|AR|AS|GEN|CCLD|CXXLD|HOSTCC|HOSTLD|UPD|WRAP|CHK|CALL|DESCEND|INSTALL|OBJCOPY|STRIP|DEPMOD|MODPOST|SIGN|YACC|LEX|COPY|MKDIR|TOUCH|SYMLINK)(?: \\[[A-Z]\\])? {1,10}\\S+$',
      '^\\[ {0,2}\\d{1,3}%\\] (?:Building|Linking|Generating|Automatic|Completed|Creating|Performing|No |Copying)',
      '^\\[\\d+\\/\\d+\\] (?:Building|Linking \\S+ static|Generating|Compiling|Automatic|Scanning|Copying|Creating|Running|Re-running|Re-checking|Install|cd |:|\\/\\S+\\/(?:cc|c\\+\\+|gcc|g\\+\\+|clang|clang\\+\\+|ar|cmake)(?:-\\d+)? |(?:cc|c\\+\\+|gcc|g\\+\\+|clang|clang\\+\\+|ar|rustc|CC|CXX|LINK|AR) )',
      '^(?:Scanning dependencies of target|Consolidate compiler generated dependencies of target) ',
      "^g?make\\[\\d+\\]: (?:Leaving directory|Nothing to be done for|'[^']*' is up to date)",
      '^-- (?:Detecting |Check for working |Configuring done|Generating done|Performing Test \\S+$|Looking for \\S+$|Checking whether |Up-to-date: |Installing: )',
      '^-- (?:Looking for|Performing Test|Check size of) .* - (?:found|done|Success)$',
      '^checking (?:build|host|target|for|how|if|whether|dependency|the|that) .*\\.\\.\\. (?:\\(cached\\) )?(?!no$|not )\\S',
      '^config\\.status: (?:creating|executing|linking) ',
    ],
  },
} satisfies FilterRuleInput;
