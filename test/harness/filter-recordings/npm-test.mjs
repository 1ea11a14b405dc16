// @ts-check
const install = 'npm install --no-audit --no-fund --no-save --prefer-offline';
const esm = { 'package.json': '{ "name": "ledger", "version": "1.0.0", "type": "module" }\n' };

/**
 * @param {string} script
 * @param {string} [kind]
 */
function project(script, kind = 'commonjs') {
  const manifest = { name: 'ledger', version: '1.0.0', type: kind, scripts: { test: script } };
  return { 'package.json': `${JSON.stringify(manifest, undefined, 2)}\n` };
}

/**
 * @param {number} count
 * @param {string} word
 */
function passing(count, word) {
  return Array.from(
    { length: count },
    (_, index) => `  it('${word} ${String(index)}', () => {});`,
  ).join('\n');
}

/** @param {number} count */
function failing(count) {
  return Array.from({ length: count }, (_, index) => {
    const n = String(index);
    return `  it('balances account ${n}', () => { same({ account: ${n}, sum: ${n} }, { account: ${n}, sum: ${n} + 1 }); });`;
  }).join('\n');
}

const mixed = `describe('ledger', () => {
${passing(12, 'adds')}
  describe('when open', () => {
${passing(12, 'keeps')}
    it('reports an error', () => {});
    it('subtracts', () => { console.log('about to subtract'); same(5 - 3, 3); });
  });
  it('waits for the bank', async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    throw new TypeError('the bank does not answer');
  });
  it.skip('talks to the bank', () => {});
});
`;

const misleading = `describe('ledger', () => {
  it('reports an error', () => { console.log('Error: only printed'); });
  it('prints results', () => {
    console.log('  ✔ another');
    console.log('ok 1 - another');
    console.log('  7 passing (3ms)');
    console.log('Tests:       7 passed, 7 total');
    same('after the prints', 'before');
  });
${passing(30, 'adds')}
});
`;

const mochaHead = "const { deepStrictEqual: same } = require('node:assert');\n";
const jestHead = 'const same = (left, right) => expect(left).toEqual(right);\n';
const vitestHead =
  "import { describe, expect, it } from 'vitest';\nconst same = (left, right) => expect(left).toEqual(right);\n";
const nodeHead =
  "import { describe, it } from 'node:test';\nimport { deepStrictEqual as same } from 'node:assert';\n";

/**
 * @param {string} name
 * @param {number} files
 * @param {string} head
 */
function many(name, files, head) {
  return Object.fromEntries(
    Array.from({ length: files }, (_, index) => [
      name.replace('*', String(index)),
      `${head}describe('part ${String(index)}', () => {\n${passing(25, 'works')}\n});\n`,
    ]),
  );
}

/** @type {readonly (readonly [RegExp, string])[]} What npm says of the settings of this machine. */
const hide = [[/^.*npm.*Unknown (?:user|env|project|builtin) config .*\n/gm, '']];
const mocha = { tool: 'mocha', prepare: `${install} mocha@10` };
const jest = { tool: 'jest', prepare: `${install} jest@29` };
const vitest = { tool: 'vitest', prepare: `${install} vitest@2` };
const node = { tool: 'node' };
const ava = { tool: 'ava', prepare: `${install} ava@6` };

/** @type {readonly import('../filter-recording.mjs').Recording[]} */
const mochaRows = [
  {
    case: 'mocha-success',
    command: 'npm test',
    files: { ...project('mocha'), ...many('test/part-*.js', 6, mochaHead) },
  },
  { case: 'mocha-tiny', command: 'mocha', files: { 'test/a.js': "it('adds', () => {});\n" } },
  {
    case: 'mocha-failure',
    command: 'npm test',
    files: {
      ...project('mocha'),
      'test/a.js': mochaHead + mixed,
      ...many('test/part-*.js', 3, mochaHead),
    },
    keep: ['about to subtract', 'the bank does not answer'],
  },
  {
    case: 'mocha-huge',
    command: 'npx mocha',
    files: {
      ...many('test/part-*.js', 20, mochaHead),
      'test/z.js': `${mochaHead}describe('accounts', () => {\n${failing(3)}\n});\n`,
    },
  },
  {
    case: 'mocha-dot',
    command: 'npx mocha --reporter dot',
    files: {
      ...many('test/part-*.js', 20, mochaHead),
      'test/z.js': `${mochaHead}describe('accounts', () => {\n${failing(15)}\n});\n`,
    },
  },
  {
    case: 'mocha-syntax-error',
    command: 'npm test',
    files: { ...project('mocha'), 'test/a.js': 'describe("a", () => {;\n' },
    keep: ['SyntaxError'],
  },
  {
    case: 'mocha-misleading-names-and-prints',
    command: 'npm test',
    files: { ...project('mocha'), 'test/a.js': mochaHead + misleading },
    keep: ['prints results'],
  },
  {
    case: 'mocha-crash',
    command: 'npx mocha',
    files: {
      'test/a.js': `${mochaHead}describe('ledger', () => {\n${passing(20, 'adds')}\n  it('dies', () => { console.log('last words'); process.abort(); });\n});\n`,
    },
    keep: ['last words'],
  },
].map((row) => ({ ...mocha, ...row }));

/** @type {readonly import('../filter-recording.mjs').Recording[]} */
const jestRows = [
  {
    case: 'jest-success',
    command: 'npx jest --verbose',
    files: { ...project('jest'), ...many('part-*.test.js', 8, jestHead) },
  },
  {
    case: 'jest-failure',
    command: 'npm test',
    files: {
      ...project('jest'),
      'a.test.js': jestHead + mixed,
      'b.test.js': 'const missing = require("./no-such-file");\n',
      ...many('part-*.test.js', 12, jestHead),
    },
    keep: ['about to subtract', 'the bank does not answer', "Cannot find module './no-such-file'"],
  },
  {
    case: 'jest-huge',
    command: 'npx jest --verbose --coverage',
    files: {
      ...project('jest'),
      ...Object.fromEntries(
        Array.from({ length: 30 }, (_, index) => [
          `src/m${String(index)}.js`,
          `exports.value = ${String(index)};\nexports.unused = ${index % 10 === 0 ? '() => 1' : '1'};\n`,
        ]),
      ),
      'all.test.js': `it('loads all', () => { for (let i = 0; i < 30; i++) require('./src/m' + i); });\n`,
      ...many('part-*.test.js', 21, jestHead),
      'z.test.js': `${jestHead}describe('accounts', () => {\n${failing(3)}\n});\n`,
    },
    keep: ['m0.js', 'All files'],
  },
  {
    case: 'jest-misleading-names-and-prints',
    command: 'npx jest',
    files: { ...project('jest'), 'a.test.js': jestHead + misleading },
    keep: ['Error: only printed', 'prints results'],
  },
].map((row) => ({ ...jest, ...row }));

/** @type {readonly import('../filter-recording.mjs').Recording[]} */
const vitestRows = [
  {
    case: 'vitest-success',
    command: 'npx vitest run --reporter=verbose',
    files: { ...esm, ...many('part-*.test.js', 8, vitestHead) },
  },
  {
    case: 'vitest-failure',
    command: 'npm test',
    files: {
      ...project('vitest run', 'module'),
      'a.test.js': vitestHead + mixed,
      'b.test.js': 'import "./no-such-file";\n',
      ...many('part-*.test.js', 12, vitestHead),
    },
    keep: ['about to subtract', 'the bank does not answer', './no-such-file'],
  },
  {
    case: 'vitest-huge',
    command: 'npx vitest run --reporter=verbose',
    files: {
      ...esm,
      ...many('part-*.test.js', 20, vitestHead),
      'z.test.js': `${vitestHead}describe('accounts', () => {\n${failing(3)}\n});\n`,
    },
  },
  {
    case: 'vitest-unhandled-rejection',
    command: 'npx vitest run',
    files: {
      ...esm,
      'a.test.js': `${vitestHead}describe('ledger', () => {\n${passing(20, 'adds')}\n  it('leaves a promise', async () => { void Promise.reject(new Error('nobody caught this')); await new Promise((resolve) => setTimeout(resolve, 20)); });\n});\n`,
    },
    keep: ['nobody caught this', 'Unhandled'],
  },
  {
    case: 'vitest-coloured-in-a-terminal',
    command: 'npx vitest run',
    terminal: true,
    files: {
      ...esm,
      'a.test.js': vitestHead + misleading,
      ...many('part-*.test.js', 10, vitestHead),
    },
    keep: ['prints results'],
  },
].map((row) => ({ ...vitest, ...row }));

/** @type {readonly import('../filter-recording.mjs').Recording[]} */
const nodeRows = [
  {
    case: 'node-success',
    command: 'node --test',
    files: { ...esm, ...many('test/part-*.js', 6, nodeHead) },
  },
  {
    case: 'node-failure',
    command: 'npm test',
    files: {
      ...project('node --test', 'module'),
      'test/a.js': nodeHead + mixed,
      ...many('test/part-*.js', 3, nodeHead),
    },
    keep: ['about to subtract', 'the bank does not answer'],
  },
  {
    case: 'node-huge',
    command: 'node --test --test-reporter=spec',
    files: {
      ...esm,
      ...many('test/part-*.js', 20, nodeHead),
      'test/z.js': `${nodeHead}describe('accounts', () => {\n${failing(3)}\n});\n`,
    },
  },
  {
    case: 'tap-failure',
    command: 'node --test --test-reporter=tap',
    files: {
      ...esm,
      'test/a.js': nodeHead + mixed,
      ...many('test/part-*.js', 6, nodeHead),
    },
    keep: ['the bank does not answer'],
  },
  {
    case: 'tap-success',
    command: 'node --test --test-reporter=tap',
    files: { ...esm, ...many('test/part-*.js', 8, nodeHead) },
  },
  {
    case: 'node-crash',
    command: 'node --test',
    files: {
      ...esm,
      'test/a.js': `${nodeHead}describe('ledger', () => {\n${passing(5, 'adds')}\n});\n`,
      'test/b.js': 'process.abort();\n',
    },
    keep: ['test/b.js'],
  },
  {
    case: 'node-spec-in-a-terminal',
    command: 'node --test',
    terminal: true,
    files: {
      ...esm,
      'test/a.js': nodeHead + mixed,
      ...many('test/part-*.js', 3, nodeHead),
    },
    keep: ['about to subtract', 'the bank does not answer'],
  },
  {
    case: 'workspaces',
    command: 'npm test --workspaces',
    tool: 'npm',
    prepare: `${install} mocha@10 jest@29`,
    files: {
      'package.json': '{ "name": "books", "version": "1.0.0", "workspaces": ["one", "two"] }\n',
      'one/package.json':
        '{ "name": "one", "version": "1.0.0", "scripts": { "test": "../node_modules/.bin/mocha" } }\n',
      ...many('one/test/part-*.js', 4, mochaHead),
      'two/package.json':
        '{ "name": "two", "version": "1.0.0", "scripts": { "test": "../node_modules/.bin/jest" } }\n',
      ...many('two/part-*.test.js', 4, jestHead),
      'two/z.test.js': `${jestHead}describe('accounts', () => {\n${failing(1)}\n});\n`,
    },
    keep: ['100 passing', 'balances account 0'],
  },
  {
    case: 'unknown-runner',
    command: 'npm test',
    files: {
      ...project('node check.js'),
      'check.js':
        "for (let n = 0; n < 40; n++) console.log('case', n, n === 7 ? 'BAD' : 'fine');\n",
    },
    keep: ['case 7 BAD', 'case 39 fine'],
  },
].map((row) => ({ ...node, ...row }));

/** @type {readonly import('../filter-recording.mjs').Recording[]} */
const avaRows = [
  {
    case: 'ava-failure',
    command: 'npx ava',
    ...ava,
    files: {
      ...esm,
      'a.test.js': `import test from 'ava';\n${Array.from({ length: 30 }, (_, index) => `test('adds ${String(index)}', (t) => t.pass());`).join('\n')}\ntest('subtracts', (t) => t.is(5 - 3, 3));\n`,
    },
    keep: ['subtracts'],
  },
];

export const recordings = [...mochaRows, ...jestRows, ...vitestRows, ...nodeRows, ...avaRows].map(
  (row) => ({ hide, ...row }),
);
