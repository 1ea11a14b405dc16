// @ts-check
/** Lint rules, run by `npm run lint`. The probes next to this file prove that each rule works. */
import path from 'node:path';
import js from '@eslint/js';
import tseslint from 'typescript-eslint';

const code = ['src/**/*.ts', 'webview/**/*.{ts,tsx}', 'test/**/*.{ts,tsx}'];
const scripts = ['*.mjs', 'test/**/*.{mjs,cjs,js}'];
const definitionFiles = ['src/core/tools/*.ts', 'src/core/gates/*.ts', 'src/core/wire/*.ts'];
const brandFile = 'src/core/pipeline/call/brands.ts';

const error = 'error';

/** A reader holds a file, and a function, in the head at once. */
const sizes = {
  'max-lines': [error, { max: 400 }],
  'max-lines-per-function': [
    error,
    { max: 60, IIFEs: true, skipBlankLines: true, skipComments: true },
  ],
  complexity: [error, 12],
  'max-params': [error, 4],
};

const noDefaultExport = {
  direct: true,
  named: true,
  defaultFrom: true,
  namedFrom: true,
  namespaceFrom: true,
};

/** Syntax excluded by the code conventions. */
const bannedSyntax = [
  { selector: 'TSEnumDeclaration', message: 'Use a union of string literals instead of an enum.' },
  {
    selector: 'TSInterfaceDeclaration[id.name=/^(I[A-Z]|[^A-Z])|_/]',
    message: 'An interface has a name in PascalCase without a leading I.',
  },
  { selector: 'ExportAllDeclaration', message: 'No barrels: import from the file that has it.' },
  {
    selector:
      "ImportDeclaration[source.value='zod'] > :matches(ImportSpecifier, ImportDefaultSpecifier)",
    message: "Write import * as z from 'zod': other imports drag every locale in.",
  },
];

const focusedTests = {
  selector:
    'MemberExpression[object.name=/^(describe|it|before|after)$/][property.name=/^(only|skip)$/]',
  message: 'Every test runs.',
};

/** Time comes from the Clock port; formatting a time is allowed. */
const ambientTime = [
  {
    selector: ":matches(NewExpression[arguments.length=0], CallExpression)[callee.name='Date']",
    message: 'Core reads the time from the Clock port.',
  },
];

const ambient = [
  'process',
  'Buffer',
  'globalThis',
  'self',
  'performance',
  'crypto',
  'fetch',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'window',
  'document',
  'navigator',
  'localStorage',
].map((name) => ({ name, message: 'Core reaches the outside world through ports only.' }));

const ambientProperties = [
  { object: 'Date', property: 'now', message: 'Core reads the time from the Clock port.' },
  { object: 'Math', property: 'random', message: 'Core gets fresh ids from the Ids port.' },
  {
    object: 'AbortSignal',
    property: 'timeout',
    message: 'Core measures time with the Clock port.',
  },
];

/** Globals of Node, and of the browser pages that the scripts control. */
const scriptGlobals = [
  'AbortController',
  'AbortSignal',
  'Buffer',
  'HTMLElement',
  'HTMLInputElement',
  'URL',
  'URLSearchParams',
  'clearInterval',
  'clearTimeout',
  'console',
  'document',
  'fetch',
  'performance',
  'process',
  'setInterval',
  'setTimeout',
  'window',
];

export default tseslint.config(
  { ignores: ['**/*.gen.ts', 'test/arch/probes/**', 'test/fixtures/**', 'test/bench/rivals/**'] },
  {
    // No inline exceptions: all exceptions are in this file.
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: error },
  },
  {
    files: [...code, ...scripts],
    extends: [js.configs.recommended],
    rules: {
      ...sizes,
      curly: [error, 'multi-line'],
      eqeqeq: error,
      'no-console': error,
      'no-else-return': error,
      // Terminal text and hostile input contain control characters.
      'no-control-regex': 'off',
      'no-param-reassign': error,
      'no-restricted-exports': [error, { restrictDefaultExports: noDefaultExport }],
      'no-restricted-syntax': [error, ...bannedSyntax],
      'no-var': error,
      'object-shorthand': error,
      'prefer-const': error,
    },
  },
  {
    files: code,
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: path.resolve(import.meta.dirname, '../..'),
      },
    },
    rules: {
      '@typescript-eslint/consistent-type-assertions': [error, { assertionStyle: 'never' }],
      '@typescript-eslint/consistent-type-imports': error,
      '@typescript-eslint/no-confusing-void-expression': [error, { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-import-type-side-effects': error,
      // There are no enums, so both rules would only cost time.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      '@typescript-eslint/no-unused-vars': [error, { ignoreRestSiblings: true }],
      '@typescript-eslint/only-throw-error': error,
      '@typescript-eslint/restrict-template-expressions': [error, { allowNumber: true }],
      '@typescript-eslint/return-await': [error, 'in-try-catch'],
      '@typescript-eslint/switch-exhaustiveness-check': [
        error,
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  { files: definitionFiles, rules: { 'no-restricted-exports': 'off' } },
  {
    files: [brandFile],
    rules: { '@typescript-eslint/consistent-type-assertions': 'off' },
  },
  {
    files: ['src/core/**/*.ts'],
    rules: {
      'no-restricted-globals': [error, ...ambient],
      'no-restricted-properties': [error, ...ambientProperties],
      'no-restricted-syntax': [error, ...bannedSyntax, ...ambientTime],
    },
  },
  {
    files: ['test/**/*.{ts,tsx,mjs}'],
    rules: {
      'max-lines': [error, { max: 400 }],
      'max-lines-per-function': 'off',
      'no-restricted-syntax': [error, ...bannedSyntax, focusedTests],
    },
  },
  { files: ['test/vscode/index.ts'], rules: { 'no-console': 'off' } },
  {
    // Command line programs; the configuration files among them export defaults.
    files: scripts,
    languageOptions: {
      globals: Object.fromEntries(scriptGlobals.map((name) => [name, 'readonly'])),
    },
    rules: { 'no-console': 'off' },
  },
  {
    files: ['test/**/*.{cjs,js}'],
    languageOptions: {
      sourceType: 'commonjs',
      globals: { module: 'writable', require: 'readonly', __dirname: 'readonly' },
    },
  },
  { files: ['test/arch/eslint.config.mjs'], rules: { 'no-restricted-exports': 'off' } },
);
