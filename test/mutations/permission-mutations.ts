import type { Mutation } from './mutation';

/** Decision 58: what a permission level never does. */
export const permissionMutations: readonly Mutation[] = [
  {
    rule: 'decision 58',
    does: 'a level lifts the ask of a rule, and its deny',
    file: 'src/core/gates/rules/permission-level.ts',
    find: "if (verdict.verdict !== 'ask' || asksByRule) return verdict;",
    replace: 'if (asksByRule && false) return verdict;',
    tests: ['test/unit/invariants/permission-levels/levels.test.ts'],
  },
  {
    rule: 'decision 58',
    does: 'a level lifts the ask for a protected file, and of every other gate',
    file: 'src/core/pipeline/stages/gates.ts',
    find: "const asks = trace.some((line) => line.verdict === 'ask');",
    replace:
      "const asks = trace.some((line) => line.verdict === 'ask') && call.policy.permissionLevel !== 'edits';",
    tests: ['test/unit/invariants/permission-levels/levels.test.ts'],
  },
  {
    rule: 'decision 58',
    does: 'a copy that replaces a file runs',
    file: 'src/core/gates/rules/permission-level.ts',
    find: 'if (subject.takes !== undefined && hasTarget(subject, paths)) return false;',
    replace: '',
    tests: ['test/unit/invariants/permission-levels/levels.test.ts'],
  },
  {
    rule: 'decision 58',
    does: 'a copy replaces a file that appeared after it was judged',
    file: 'src/core/pipeline/around/execute.ts',
    find: 'const mayReplace = basis !== undefined || hasTarget(prepared.subject, running.paths);',
    replace: 'const mayReplace = true;',
    tests: ['test/unit/invariants/permission-levels/levels.test.ts'],
  },
  {
    rule: 'decision 58',
    does: 'edits run outside the open folders',
    file: 'src/core/gates/rules/permission-level.ts',
    find: 'place.ok && paths.roots.some((root) => isInside(root, place.value.real, style)),',
    replace: 'place.ok && isInside(place.value.root, place.value.real, style),',
    tests: ['test/unit/invariants/permission-levels/levels.test.ts'],
  },
];
