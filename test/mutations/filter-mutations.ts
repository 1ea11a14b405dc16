import type { Mutation } from './mutation';

/** The basis of output filters. */
export const filterMutations: readonly Mutation[] = [
  {
    rule: '003-filters-2',
    does: 'a filtered output is used although it is not shorter',
    file: 'src/core/pipeline/finish/filter.ts',
    find: 'filteredLength(used, raw) < raw.length ? used : undefined',
    replace: 'filteredLength(used, raw) > 0 ? used : undefined',
    tests: ['test/unit/core/pipeline/finish/filter.test.ts'],
  },
  {
    rule: '003-filters-7',
    does: 'the audit log omits what filters removed',
    file: 'src/core/pipeline/stages/audit.ts',
    find: 'filter: filterOf(outcome),',
    replace: 'filter: filterOf(outcome) && undefined,',
    tests: ['test/unit/core/pipeline/finish/filter.test.ts'],
  },
  {
    rule: '003-filters-8',
    does: 'command output bypasses the filters',
    file: 'src/core/tools/bash.ts',
    find: 'filter.write(text)',
    replace: 'filter.write(text.slice(text.length))',
    tests: ['test/unit/core/tools/bash.test.ts'],
  },
  {
    rule: '003-filters-8',
    does: 'a filter treats an unknown exit code as success',
    file: 'src/core/tools/shell/command-result.ts',
    find: 'filter?.end(exitCodeKnown ? exitCode : undefined)',
    replace: 'filter?.end(exitCodeKnown ? exitCode : 0)',
    tests: ['test/unit/core/tools/bash.test.ts'],
  },
  {
    rule: '003-secrets-2',
    does: 'after a slow pattern the text is not searched again',
    file: 'src/adapters/filters/pattern-worker.ts',
    find: '      attempt = attempt === 0 ? 1 : 0;',
    replace: '      if (attempt === 1) break;\n      attempt = 1;',
    tests: ['test/unit/adapters/filters/pattern-worker.test.ts'],
  },
];
