// @ts-check
/** As on a machine without settings. */
const env = { npm_config_userconfig: '/dev/null', npm_config_update_notifier: 'true' };
/** The log's name contains the time. */
const hide = /** @type {const} */ ([
  [/\/home\/dev\/\.npm\/_logs\/\S+/g, '/home/dev/.npm/_logs/debug-0.log'],
]);

/**
 * @param {Record<string, string>} dependencies
 * @param {Record<string, unknown>} [more]
 */
function project(dependencies, more = {}) {
  const whole = { name: 'app', version: '1.0.0', private: true, dependencies, ...more };
  return { 'package.json': `${JSON.stringify(whole, undefined, 2)}\n` };
}

const many = {
  express: '4.21.2',
  eslint: '8.57.1',
  jest: '29.7.0',
  webpack: '5.99.9',
  typescript: '5.8.3',
  'ts-loader': '9.5.2',
};
const peers = { react: '18.3.1', 'react-dom': '16.14.0' };
const old = { request: '2.88.2', lodash: '4.17.11', mkdirp: '0.5.1' };

/** Both are named yarn; only one can be first in PATH. */
const classic = { version: "yarn --version | grep '^1[.]'", env, hide };
const berry = {
  version: "yarn --version | grep '^[2-9][.]'",
  env: { ...env, YARN_ENABLE_TELEMETRY: '0' },
  hide,
};

const scriptFails = {
  ...project({ native: 'file:./native' }),
  'native/package.json': `${JSON.stringify({
    name: 'native',
    version: '1.2.0',
    scripts: { install: 'node build.js' },
  })}\n`,
  'native/build.js':
    "console.log('compiling binding');\nconsole.error('binding.cc:14:3: error: unknown type name v8_local');\nprocess.exit(2);\n",
};

/** @type {readonly import('../filter-recording.mjs').Recording[]} */
export const recordings = [
  { case: 'success', command: 'npm install', files: project(many), env, hide },
  { case: 'terminal', command: 'npm install', files: project(many), env, hide, terminal: true },
  {
    case: 'huge',
    command: 'npm install --loglevel=http',
    files: project(many),
    env: { ...env, npm_config_cache: 'cache' },
    hide,
  },
  {
    case: 'failure',
    command: 'npm install',
    files: project(peers),
    env,
    hide,
    keep: ['ERESOLVE', 'peer react@"^16.14.0" from react-dom@16.14.0', '--legacy-peer-deps'],
  },
  {
    case: 'failure-script',
    command: 'npm install --install-links --foreground-scripts',
    files: scriptFails,
    env,
    hide,
    keep: ['binding.cc:14:3: error: unknown type name v8_local'],
  },
  {
    case: 'failure-version',
    command: 'npm install lodash@99.1.0',
    files: project({}),
    env,
    hide,
    keep: ['No matching version found for lodash@99.1.0'],
  },
  {
    case: 'failure-lock',
    command: 'npm ci',
    files: project({ lodash: '4.17.21' }),
    env,
    hide,
    keep: ['The `npm ci` command can only install with an existing package-lock.json'],
  },
  {
    case: 'tiny',
    command: 'npm install',
    files: project({ ms: '2.1.3' }),
    prepare: 'npm install',
    env,
    hide,
  },
  { case: 'yarn', command: 'yarn install', ...classic, files: project(many) },
  { case: 'yarn-add', command: 'yarn add express@4.21.2', ...classic, files: project(old) },
  {
    case: 'yarn-failure',
    command: 'yarn add lodash@99.1.0',
    ...classic,
    files: project({}),
    keep: ['error Couldn\'t find any versions for "lodash" that matches "99.1.0"'],
  },
  {
    case: 'yarn-berry',
    command: 'yarn install',
    ...berry,
    files: { ...project(many), 'yarn.lock': '' },
  },
  {
    case: 'yarn-berry-failure',
    command: 'yarn install',
    ...berry,
    files: { ...project({ lodash: '99.1.0' }), 'yarn.lock': '' },
    keep: ['lodash@npm:99.1.0: No candidates found'],
  },
  { case: 'pnpm', command: 'pnpm install', files: project({ ...many, ...old }), env, hide },
  {
    case: 'pnpm-terminal',
    command: 'pnpm install',
    files: project({ ...many, ...peers }),
    env,
    hide,
    terminal: true,
  },
  {
    case: 'pnpm-failure',
    command: 'pnpm install --strict-peer-dependencies',
    files: project(peers),
    env,
    hide,
    keep: ['unmet peer react'],
  },
];
