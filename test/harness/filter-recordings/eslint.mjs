// @ts-check
const tool = 'eslint';
/** Without messages about settings. */
const env = { npm_config_loglevel: 'error' };
const version = 'eslint --version';
const prepare =
  'npm install --no-save --no-audit --no-fund --loglevel=error eslint@9.39.1 @eslint/js@9.39.1';
const config = `import js from '@eslint/js';
export default [
  js.configs.recommended,
  { rules: { 'no-console': 'warn', 'prefer-const': 'error', eqeqeq: 'error', 'no-var': 'error' } },
];
`;
const careless = `var first = 'x';
let second = 2;
console.log(first == second);
function never(one, other) {
  console.log('never');
  if (one = 1) { debugger; }
}
const list = [1, 2, 3];
for (var at = 0; at < list.length; at++) {
  window.alert(list[at]);
}
`;

/** @param {number} count */
function files(count) {
  return {
    'package.json': '{ "name": "shop", "private": true, "type": "module" }\n',
    'eslint.config.mjs': config,
    ...Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`src/part-${at}/index.js`, careless]),
    ),
  };
}

/** @type {readonly import('../filter-recording.mjs').Recording[]} */
export const recordings = [
  {
    case: 'failure',
    command: 'npx eslint src',
    tool,
    version,
    env,
    prepare,
    files: { ...files(4), 'src/broken.js': 'const = 3;\n' },
    keep: ['Parsing error: Unexpected token =', 'no-var', '✖ ', 'no-undef'],
  },
  {
    case: 'success',
    command: 'npx eslint src',
    tool,
    version,
    env,
    prepare,
    files: {
      ...files(0),
      'src/index.js': "/* global console */\nexport const name = 'x';\nconsole.log(name);\n",
    },
    keep: ['no-console', '1 problem (0 errors, 1 warning)'],
  },
  {
    case: 'tiny',
    command: 'npx eslint missing',
    tool,
    version,
    env,
    prepare,
    files: files(1),
    keep: ['No files matching the pattern "missing" were found.'],
  },
  {
    case: 'huge',
    command: 'npx eslint src',
    tool,
    version,
    env,
    prepare,
    files: files(60),
    keep: ['part-59/index.js', 'no-unused-vars', "'window' is not defined"],
  },
];
