import type { Mutation } from './mutation';

const blocklist = 'src/core/gates/shell-blocklist.ts';
const judgePart = 'src/core/gates/rules/judge-part.ts';
const judgeNamed = 'src/core/gates/rules/judge-command.ts';
const judgeCommand = 'src/core/gates/rules/judge-command.ts';

const limitedFiles = 'src/adapters/search/limited-files.ts';

const ofBlocklist = 'test/unit/core/gates/shell-blocklist.test.ts';
const ofCommands = 'test/unit/core/gates/permission-commands.test.ts';
const ofGlobs = 'test/unit/core/gates/permission-globs.test.ts';
const ofLimitedFiles = 'test/unit/adapters/search/limited-files.test.ts';
const inProduct = 'test/unit/invariants/shell-gate.test.ts';

/** Requirements of the shell gate and of background commands. */
export const shellMutations: readonly Mutation[] = [
  {
    rule: '000-shell-2',
    does: 'substitutions are not refused',
    file: blocklist,
    find: "!evaluates || kind === 'builtin'",
    replace: "evaluates && kind === 'builtin'",
    tests: [ofBlocklist],
  },
  {
    rule: '000-shell-1',
    does: 'the blocklist is ignored',
    file: blocklist,
    find: 'if (name === undefined) return undefined;',
    replace: 'if (name !== "") return undefined;',
    tests: [ofBlocklist, inProduct],
  },
  {
    rule: '000-shell-3',
    does: 'the build of a folder runs under a rule for its installer',
    file: 'src/core/shell/programs/verb-checks.ts',
    find: 'if (installers.has(program)) return [...named, ...localPackages(name, words)];',
    replace: 'if (installers.has(program)) return named;',
    tests: ['test/unit/core/shell/programs/verb-checks.test.ts'],
  },
  {
    rule: '000-shell-3',
    does: 'without a grammar nothing is blocked',
    file: blocklist,
    find: "if (reading.state === 'unread') {",
    replace: 'if (false) {',
    tests: [ofBlocklist],
  },
  {
    rule: '000-shell-4',
    does: 'a blocked command is recognized only without its folder',
    file: 'src/core/base/blocked-commands.ts',
    find: "const base = pathBaseName((words[0] ?? '').toLowerCase());",
    replace: "const base = (words[0] ?? '').toLowerCase();",
    tests: ['test/unit/core/base/blocked-commands.test.ts'],
  },
  {
    rule: '000-envelope-1',
    does: 'a denied command has no exit code in the log',
    file: 'src/core/pipeline/stages/audit.ts',
    find: 'exhibit.exitCode ?? shellExitCode(known, event)',
    replace: 'exhibit.exitCode',
    tests: [inProduct],
  },
  {
    rule: 'decision 11',
    does: 'evaluate relaxes builtins too',
    file: blocklist,
    find: "!evaluates || kind === 'builtin'",
    replace: '!evaluates',
    tests: [ofBlocklist],
  },
  {
    rule: 'decision 5',
    does: 'only the first of several commands decides',
    file: judgeCommand,
    find: '...parts.map(({ verdict: of }) => of),',
    replace: '...parts.slice(0, 1).map(({ verdict: of }) => of),',
    tests: [ofCommands],
  },
  {
    rule: 'decision 5',
    does: 'other spellings of a command are ignored',
    file: judgePart,
    find: "if (others.length === 0 || !others.some(matches)) return 'not';",
    replace: "if (matches !== undefined) return 'not';",
    tests: [ofCommands],
  },
  {
    rule: 'decision 12',
    does: 'an allow matches a program name in any case',
    file: judgePart,
    find: 'rulesNaming(rules, program, ignoreCase)',
    replace: 'rulesNaming(rules, program?.toLowerCase(), true)',
    tests: [ofCommands],
  },
  {
    rule: 'decision shell-redirections',
    does: 'a redirection writes without asking',
    file: judgeNamed,
    find: "if (redirected && access === 'write')",
    replace: 'if (false)',
    tests: [ofCommands],
  },
  {
    rule: 'decision shell-paths',
    does: 'a path outside the workspace is treated like one inside',
    file: judgeNamed,
    find: 'return judgeLimit(path, located) ?? ask(say`${given} is outside the workspace`);',
    replace: 'return judgeLimit(path, located);',
    tests: [ofCommands],
  },
  {
    rule: 'decision shell-same-text',
    does: 'the text that runs may differ from the text that was read',
    file: blocklist,
    find: 'if (reading?.text !== subject.command)',
    replace: 'if (reading === undefined)',
    tests: [ofBlocklist],
  },
  {
    rule: 'decision shell-trees',
    does: 'a file that appears is not judged',
    file: limitedFiles,
    find: 'created: (real) => this.change(real, (known) => this.with(known, real)),',
    replace: 'created: () => undefined,',
    tests: [ofLimitedFiles],
  },
  {
    rule: 'decision shell-trees',
    does: 'a change of the lists is not noticed',
    file: limitedFiles,
    find: '() => [deny(), ask(), allow()],',
    replace: '() => [],',
    tests: [ofLimitedFiles],
  },
  {
    rule: 'decision shell-trees',
    does: 'a listing that failed is remembered',
    file: limitedFiles,
    find: 'if (found === undefined) this.forget(folder, survey);',
    replace: 'void found;',
    tests: [ofLimitedFiles],
  },
  {
    rule: 'decision shell-words',
    does: 'a glob counts although the names are not known',
    file: judgePart,
    find: 'const isKnown = found.every((each) => each !== undefined);',
    replace: 'const isKnown = true;',
    tests: [ofGlobs],
  },
  {
    rule: 'decision shell-words',
    does: 'a rule for some of the names allows all',
    file: judgePart,
    find: 'if (!allowable.every((each) => allowMatches(rule.pattern, each)))',
    replace: 'if (!allowable.some((each) => allowMatches(rule.pattern, each)))',
    tests: [ofGlobs],
  },
  {
    rule: 'decision shell-words',
    does: 'a name that begins an option is one like others',
    file: judgePart,
    find: 'const moreThanFile = /^[-+@!&]|[=:|\\n]/;',
    replace: 'const moreThanFile = /^$/;',
    tests: [ofGlobs],
  },
  {
    rule: 'decision shell-words',
    does: 'the files that a glob stands for are not judged',
    file: judgeNamed,
    find: '.flatMap((path) => globbedPaths(path, call.paths))',
    replace: '.flatMap(() => [])',
    tests: [ofGlobs],
  },
  {
    rule: 'decision 38',
    does: 'the end of a background command is not recorded',
    file: 'src/core/pipeline/background-end.ts',
    find: 'const written = await appendAuditEntry({ known, outcome, context, event }, deps);',
    replace:
      'const written = await Promise.resolve({ ok: true as const, known, outcome, context, event });',
    tests: ['test/unit/core/pipeline/background-end.test.ts'],
  },
];
