import type { Mutation } from './mutation';

const sandbox = 'src/core/gates/path-sandbox.ts';
const ofSandbox = 'test/unit/core/gates/path-sandbox.test.ts';
const protectedFiles = 'src/core/gates/protected-files.ts';
const ofOwnStorage = 'test/unit/invariants/own-storage.test.ts';
const ofProtected = 'test/unit/core/gates/protected-files.test.ts';
const callPaths = 'src/core/pipeline/gate-input.ts';
const ofCallPaths = 'test/unit/core/pipeline/gate-input.test.ts';

/** Checks of paths before any file is accessed. */
export const fileMutations: readonly Mutation[] = [
  {
    rule: '003-tools-6',
    does: 'an open folder may be removed',
    file: sandbox,
    find: 'rootRefusal(paths, style) ??',
    replace: '',
    tests: [ofSandbox],
  },
  {
    rule: '003-tools-6',
    does: 'a parent of an open folder may be removed',
    file: sandbox,
    find: 'holdsAny(path, roots, style) ||',
    replace: '',
    tests: [ofSandbox],
  },
  {
    rule: 'decision own-policy',
    does: 'a tool may change files that loosen its own rules',
    file: sandbox,
    find: 'ownRefusal(paths, workspace.ownFolders(), style) ??',
    replace: '',
    tests: [ofSandbox],
  },
  {
    rule: 'decision own-policy',
    does: 'a folder above our storage may be read whole',
    file: 'src/core/gates/path-sandbox.ts',
    find: 'return isWhole && ',
    replace: 'return isWhole && false && ',
    tests: [ofOwnStorage],
  },
  {
    rule: 'decision 61',
    does: 'a file that may hold a secret is read without asking',
    file: sandbox,
    find: '[...reads, ...removes, ...below, ...mentioned].flatMap(asksFor)',
    replace: '[...removes, ...below, ...mentioned].flatMap(asksFor)',
    tests: [ofOwnStorage],
  },
  {
    rule: '003-mcp-2',
    does: 'a path in the arguments of a server is not judged',
    file: sandbox,
    find: '...removes, ...mentioned];',
    replace: '...removes];',
    tests: ['test/unit/host/mcp/path-arguments.test.ts'],
  },
  {
    rule: '003-mcp-2',
    does: 'a server writes a protected file unasked',
    file: protectedFiles,
    find: '...copiedPaths(call), ...mentioned];',
    replace: '...copiedPaths(call)];',
    tests: ['test/unit/host/mcp/path-arguments.test.ts'],
  },
  {
    rule: '000-files-7',
    does: 'the sandbox ignores paths that a call removes',
    file: sandbox,
    find: '...reads, ...writes, ...removes, ...mentioned',
    replace: '...reads, ...writes, ...mentioned',
    tests: [ofSandbox],
  },
  {
    rule: 'decision protected-files',
    does: 'what a command changed of them is not shown',
    file: 'src/core/pipeline/around/protected-files.ts',
    find: 'const warnings = [...changes, ',
    replace: 'const warnings = [',
    tests: ['test/unit/core/pipeline/around/protected-files.test.ts'],
  },
  {
    rule: 'decision protected-files',
    does: 'protected files may be removed without asking',
    file: protectedFiles,
    find: '...paths.removes, ',
    replace: '',
    tests: [ofProtected],
  },
  {
    rule: 'decision protected-files',
    does: 'protected files may be removed with their folder without asking',
    file: protectedFiles,
    find: '...paths.below, ',
    replace: '',
    tests: [ofProtected],
  },
  {
    rule: 'decision file-sandbox',
    does: 'removing a link removes its target',
    file: callPaths,
    find: "resolveOne(path, disk, 'entry')",
    replace: 'resolveOne(path, disk)',
    tests: [ofCallPaths],
  },
  {
    rule: '000-files-2',
    does: 'paths outside the allowed folders are allowed',
    file: 'src/adapters/files/path-guard.ts',
    find: 'if (root === undefined) return fail(this.outside(shown(), use));',
    replace: '',
    tests: ['test/unit/adapters/files/sandbox.test.ts'],
  },
  {
    rule: '000-files-1',
    does: 'the deny list is ignored',
    file: 'src/adapters/files/read-rules.ts',
    find: 'const path = slashed(real, style);',
    replace:
      "const path = slashed(real, style); if (path !== '') return allows.length === 0 || allows.some((test) => test(path));",
    tests: ['test/unit/adapters/files/read-rules.test.ts'],
  },
  {
    rule: '000-files-6',
    does: 'errors outside disclose their errno',
    file: 'src/adapters/files/path-guard.ts',
    find: 'if (this.holderOf(reached, folders) === undefined) return fail(this.outside(shown(), use));',
    replace: '',
    tests: ['test/unit/adapters/files/no-disclosure.test.ts'],
  },
  {
    rule: 'decision 33',
    does: 'a call has the effect of its tool, whatever its arguments',
    file: 'src/core/contracts/tools/bind-tool.ts',
    find: 'definition.effectOf?.(parsed.data) ?? effect',
    replace: 'effect',
    tests: ['test/unit/core/pipeline/call-effect.test.ts'],
  },
];
