import {
  danger,
  type Discovery,
  flag,
  loadsCode,
  maybe,
  type Options,
  type ProgramTable,
  reads,
  runs,
  text,
  type Usage,
  type VerbTable,
} from './program-table';

const elsewhere = danger('takes packages from another registry', 'text');
const settings = danger('reads settings from another file', 'read');

/** Every setting of npm can be given as an option; these name programs or places. */
const npmOptions: Options = {
  '--script-shell --shell --git --viewer --editor --browser --node-gyp --init-module': runs,
  '--node-options --onload-script': danger('may load code', 'text'),
  '--prefix -C --dir --cwd --globalconfig --userconfig --cache --modules-dir --store-dir': settings,
  '--registry --proxy --https-proxy --http-proxy --noproxy --no-proxy --cafile --ca': elsewhere,
  '--ignore-scripts': { value: 'glued' },
  '-g --global --location': danger('changes global packages', 'glued'),
  '--unsafe-perm --allow-scripts --dangerously-allow-all-scripts': danger(
    'lets install scripts run',
  ),
  '--otp --auth-type --_auth --_authToken': danger('passes on credentials for publishing', 'text'),
  '-w --workspace': maybe,
  '--filter -F --loglevel --depth --omit --include --tag --access --filter-prod': text,
  '--mutex --network-timeout --network-concurrency --reporter --color': maybe,
  '-s --silent -q --quiet -d -dd -ddd --verbose -r --recursive --if-present --workspaces -ws': flag,
  '--no-audit --no-fund --audit --fund --json --parseable --long -l --all -a --prod --production':
    flag,
  '--save --save-dev -D --save-exact -E -O --save-optional -P --save-prod --no-save -S': flag,
  '--frozen-lockfile --immutable --prefer-offline --offline --no-optional --legacy-peer-deps': flag,
  '--foreground-scripts --no-progress --progress --no-color --workspace-root --parallel --stream':
    flag,
  '--if-needed --force -f --package-lock-only --dry-run --no-package-lock --strict-peer-deps': flag,
  '-v --version -h --help -y --yes --include-workspace-root --no-bail --bail --watch': flag,
};

/** npm takes options after the name of a script as its own, unless they follow `--`. */
function checkScriptOptions({ options }: Usage): readonly Discovery[] {
  return options
    .filter(({ rule }) => rule === undefined)
    .map(({ written }) => ({
      reason: `${written} is a setting of npm, not an option of the script`,
      liftedBy: [written],
    }));
}

/** Without such a script of its own npm shows all variables. */
function checkEnv({ operands }: Usage): readonly Discovery[] {
  const isEnv = operands[0]?.text === 'env';
  return isEnv ? [{ reason: 'npm run env shows all variables, including secrets' }] : [];
}

const outside = 'downloads and runs code';
/** Also behind a name, `x@https://…`; `person/repository` is one of GitHub. */
const address =
  /^(?:[^\s:]*[^\s:@]\s*@\s*)?(?:(?:git|hg|svn|bzr)\+|git:|ssh:|https?:|github:|gitlab:|bitbucket:|gist:)|^[\w.-]+@[\w.-]+:|^[\w-][\w.-]*\/[\w.-]+(?:#.*)?$/i;

const install: VerbTable = {
  writes: true,
  operands: 'packages',
  check: ({ operands, options, name }) => {
    const values = options.flatMap(({ value }) => (value === undefined ? [] : [value]));
    return [...operands, ...values]
      .filter(({ text: word }) => address.test(word))
      .map(({ text: word }) => ({
        reason: `${name} takes ${word} from an address`,
        liftedBy: [word],
      }));
  },
};

const shared: Readonly<Record<string, VerbTable>> = {
  'install i add ci clean-install isntall install-ci-test it cit install-test update up upgrade':
    install,
  'remove rm r un uninstall unlink dedupe ddp prune rebuild rb import fetch': install,
  'link ln patch patch-commit patch-remove': {
    ...install,
    hazard: 'changes what a package resolves to',
  },
  'publish unpublish deprecate dist-tag dist-tags access owner author team hook org': {
    hazard: 'changes published packages',
  },
  'login logout adduser add-user token whoami profile star unstar': { hazard: 'uses an account' },
  'config c set': { hazard: 'changes or shows settings', operands: 'none' },
  'create init innit dlx': { hazard: outside },
  'edit explore': { hazard: 'opens a program' },
  'cache store version pkg set-script env use setup self-update': { hazard: 'changes settings' },
  'audit outdated ls list ll la view info show v why explain fund search s bin root prefix help ping':
    {},
  'docs home bugs repo': { hazard: 'opens a browser' },
  pack: install,
  'doctor query sbom get find-dupes completion diff licenses help-search': {},
};

const npm: ProgramTable = {
  programs: 'npm',
  abbreviates: true,
  options: npmOptions,
  verbs: {
    'run run-script rum urn test t tst start stop restart': {
      check: (usage) => [...checkScriptOptions(usage), ...checkEnv(usage)],
      operands: 'none',
    },
    'exec x': {
      hazard: 'runs the program of a package',
      options: { '-c --call': runs, '-p --package': elsewhere },
    },
    ...shared,
  },
};

const script: VerbTable = { endsAtOperand: true, operands: 'none' };

/** A script, or the program of a package, which takes its own words. */
const program: VerbTable = { endsAtOperand: true, operands: 'maybe' };

const pnpmAndYarn: ProgramTable = {
  programs: 'pnpm yarn yarnpkg',
  options: npmOptions,
  verbs: {
    'run run-script test t start stop restart build lint': script,
    exec: {
      hazard: 'runs a program',
      options: { '-c --shell-mode': danger('runs the given code') },
      endsAtOperand: true,
    },
    'node plugin workspace workspaces constraints deploy policies global server': {
      hazard: 'runs code or changes settings',
    },
    ...shared,
  },
  otherVerbs: program,
};

const npx: ProgramTable = {
  programs: 'npx bunx pnpx',
  endsAtOperand: true,
  options: {
    ...npmOptions,
    '-c --call --shell-mode': runs,
    '-p --package': elsewhere,
    '-n --node-arg': danger('may load code', 'text'),
    '--no-install --no --bun --ignore-existing': flag,
  },
  check: ({ operands }) =>
    operands
      .slice(0, 1)
      .filter(({ text: word }) => /[:/]/.test(word.replace(/^@[^/]*\//, '')))
      .map(({ text: word }) => ({ reason: `npx runs ${word} from an address`, liftedBy: [word] })),
};

const pipOptions: Options = {
  '-i --index-url --extra-index-url -f --find-links --proxy --trusted-host --cert': elsewhere,
  '--python': runs,
  '--config-settings -C --global-option --build-option --install-option': danger(
    'hands options to a program',
    'text',
  ),
  '-r --requirement -c --constraint -e --editable': reads,
  '-t --target --prefix --root --src -d --dest --download -w --wheel-dir --cache-dir --log --report':
    { value: 'write', hazard: 'writes to another folder' },
};

const pipVerbs: Readonly<Record<string, VerbTable>> = {
  'install download wheel uninstall': {
    ...install,
  },
  config: { hazard: 'changes or shows settings', operands: 'none' },
  'list show freeze check hash inspect debug help index cache search completion lock': {},
};

const uv: ProgramTable = {
  programs: 'uv poetry pipenv pdm hatch rye pixi',
  options: {
    ...pipOptions,
    '--directory --project --config-file': settings,
    '--with --with-editable --with-requirements': elsewhere,
    '-q --quiet -v --verbose -n --no-cache --offline --no-progress --version -V -h --help': flag,
  },
  verbs: {
    run: { endsAtOperand: true, operands: 'none' },
    'sync lock add remove install update tree export build venv init check show env': install,
    pip: { verbs: pipVerbs },
    'tool self python cache shell x': { hazard: 'installs or runs programs from outside' },
    'publish auth login config source': { hazard: 'changes settings or what is published' },
  },
};

const rubyAndOthers: readonly ProgramTable[] = [
  {
    programs: 'bundle bundler gem composer pod cpan cpanm',
    verbs: {
      exec: { hazard: 'runs a program', endsAtOperand: true, operands: 'none' },
      'install update add remove require lock check outdated list info show search dump-autoload':
        install,
      'config push yank owner signin cert publish': {
        hazard: 'changes settings or what is published',
      },
    },
  },
  {
    programs: 'brew apt apt-get yum dnf pacman apk zypper snap port choco winget scoop',
    writes: true,
    operands: 'packages',
    options: {
      '-o --option -c --config-file --config --root --installroot -S': danger(
        'changes settings',
        'text',
      ),
    },
  },
  {
    programs: 'dpkg rpm flatpak nix nix-shell nix-env conda mamba',
    writes: true,
    hazard: 'installs or runs programs',
  },
  {
    programs: 'asdf mise rtx nvm fnm volta rbenv pyenv rustup corepack',
    operands: 'none',
  },
];

export const packageRunners: readonly ProgramTable[] = [
  npm,
  pnpmAndYarn,
  npx,
  {
    programs: 'pip pip3 pipx',
    options: pipOptions,
    verbs: { ...pipVerbs, 'run runpip inject': { hazard: outside } },
  },
  uv,
  {
    programs: 'uvx',
    hazard: outside,
    endsAtOperand: true,
    options: { '--from --with': elsewhere },
  },
  ...rubyAndOthers,
  { programs: 'lerna nx turbo rush wsrun', options: { '--cwd': loadsCode } },
];
