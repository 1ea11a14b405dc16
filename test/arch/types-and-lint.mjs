// @ts-check
/**
 * `npm run lint`: the types and the lint of everything, as one program. ESLint asks about the types
 * that the compiler has already found, so nothing is parsed and checked twice. Benchmarks and their
 * rivals are part of `npm run lint -- --bench` alone: no change of the product changes them.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';

import { ESLint } from 'eslint';
import ts from 'typescript';

const root = path.resolve(import.meta.dirname, '../..');
const bench = 'test/bench/';

/** @param {boolean} withBench */
function createProgram(withBench) {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: failOn };
  const config = ts.getParsedCommandLineOfConfigFile(path.join(root, 'tsconfig.json'), {}, host);
  if (config === undefined) throw new Error('There is no tsconfig.json.');
  config.errors.forEach(failOn);
  const isBench = (/** @type {string} */ file) => path.relative(root, file).startsWith(bench);
  const files = config.fileNames.filter((file) => withBench || !isBench(file));
  return ts.createProgram(files, config.options);
}

/**
 * @param {ts.Diagnostic} diagnostic
 * @returns {never}
 */
function failOn(diagnostic) {
  throw new Error(format([diagnostic]));
}

/** @param {readonly ts.Diagnostic[]} diagnostics */
function format(diagnostics) {
  return ts.formatDiagnosticsWithColorAndContext(diagnostics, {
    getCanonicalFileName: (file) => file,
    getCurrentDirectory: () => root,
    getNewLine: () => '\n',
  });
}

/**
 * @param {ts.Program} program
 * @param {boolean} withBench
 */
async function lint(program, withBench) {
  const eslint = new ESLint({
    cwd: root,
    overrideConfigFile: 'test/arch/eslint.config.mjs',
    overrideConfig: [
      {
        files: ['**/*.{ts,tsx}'],
        languageOptions: { parserOptions: { programs: [program], projectService: false } },
      },
      { ignores: withBench ? [] : [`${bench}**`] },
    ],
  });
  const results = await eslint.lintFiles(['src', 'webview', 'test', 'esbuild.config.mjs']);
  const text = await (await eslint.loadFormatter('stylish')).format(results);
  return { text, count: results.reduce((sum, each) => sum + each.messages.length, 0) };
}

const { values } = parseArgs({ options: { bench: { type: 'boolean', default: false } } });
const program = createProgram(values.bench);
const diagnostics = ts.getPreEmitDiagnostics(program);
if (diagnostics.length > 0) console.log(format(diagnostics));
const { text, count } = await lint(program, values.bench);
if (count > 0) console.log(text);
process.exitCode = diagnostics.length + count > 0 ? 1 : 0;
