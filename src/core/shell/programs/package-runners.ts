import { say } from '../../base/sentence';
import {
  danger,
  type Discovery,
  optionRows,
  type Options,
  type ProgramTable,
  unlessReading,
  type Usage,
  type VerbTable,
  eachLike,
  givenWords,
} from './program-table';

const elsewhere = danger('takes packages from another registry', 'text');
const settings = danger('reads settings from another file', 'read');

/** Every setting of npm can be given as an option; these name programs or places. */
const npmOptions: Options = {
  ...optionRows(`
    --script-shell --shell --git --viewer --editor --browser --node-gyp = script, runs a program
    --init-module = script, runs a program
    --node-options --onload-script = text, may load code
    --ignore-scripts = glued
    -g --global --location = glued, changes global packages
    --unsafe-perm --allow-scripts --dangerously-allow-all-scripts = lets install scripts run
    --otp --auth-type --_auth --_authToken = text, passes on secrets or permissions
    -w --workspace --mutex --network-timeout --network-concurrency --reporter --color = maybe
    --filter -F --loglevel --depth --omit --include --tag --access --filter-prod = text
    --install-strategy --lockfile-version --before --cpu --os --libc --searchlimit --mode = text
    --resume-from --test-pattern --changed-files-ignore-pattern --sbom-format = text
    --expect-result-count --fetch-retries --fetch-timeout --maxsockets --audit-level = text
    --package-import-method --jobs -j --concurrency --preid --diff-unified --since-ref = text
    --exclude --from --child-concurrency = text
    -s --silent -q --quiet -d -dd -ddd --verbose -r --recursive --if-present --workspaces -ws
    --no-audit --no-fund --audit --fund --json --parseable --long -l --all -a --prod --production
    --save --save-dev -D --save-exact -E -O --save-optional -P --save-prod --no-save -S
    --frozen-lockfile --immutable --prefer-offline --offline --no-optional --legacy-peer-deps
    --foreground-scripts --no-progress --progress --no-color --workspace-root --parallel --stream
    --if-needed --force -f --package-lock-only --dry-run --no-package-lock --strict-peer-deps -v
    --version -h --help -y --yes --include-workspace-root --no-bail --bail --watch --engine-strict
    --install-links --bin-links --global-style --package-lock --provenance --shrinkwrap
    --save-bundle -B --save-peer --no-save-dev --heading --check-files --pure-lockfile
    --ignore-engines --ignore-optional --ignore-platform --non-interactive --interactive -i
    --link-duplicates --flat --inline-builds --check-cache --refresh-lockfile --check-resolutions
    --exact --tilde -T --caret --dev --peer --optional --cached -R -A --lockfile-only --fix-lockfile
    --shamefully-hoist --hoist --strict-peer-dependencies --aggregate-output --sort --reverse
    --fail-if-no-match --latest -L --ignore-workspace --use-stderr --reporter-hide-prefix --frozen
    --update-notifier --timing --link --prefer-online --prefer-dedupe --legacy-bundling
    --description --unicode --usage --only --also --no-lockfile --verify-store-integrity
    --side-effects-cache --topological --exclude-root --from-root --topological-dev --no-private
    --since --jobs-unlimited --names-only
    --pack-destination --logs-dir --out = write
  `),
  '--prefix -C --dir --cwd --globalconfig --userconfig --cache --modules-dir --store-dir': settings,
  '--registry --proxy --https-proxy --http-proxy --noproxy --no-proxy --cafile --ca': elsewhere,
};

/** npm takes options after the name of a script as its own, unless they follow `--`. */
function checkScriptOptions({ options }: Usage): readonly Discovery[] {
  return options
    .filter(({ rule }) => rule === undefined)
    .map(({ written }) => ({
      reason: say`${written} is a setting of npm, not an option of the script`,
      liftedBy: [written],
    }));
}

/** Without such a script of its own npm shows all variables. */
function checkEnv({ operands }: Usage): readonly Discovery[] {
  const isEnv = operands[0]?.text === 'env';
  return isEnv
    ? [{ reason: say`npm run env shows all variables, including secrets`, staysHere: true }]
    : [];
}

const outside = 'downloads and runs code';
/** Also behind a name, `x@https://…`; `person/repository` is one of GitHub. */
const address =
  /^(?:[^\s:]*[^\s:@]\s*@\s*)?(?:(?:git|hg|svn|bzr)\+|git:|ssh:|https?:|github:|gitlab:|bitbucket:|gist:)|^[\w.-]+@[\w.-]+:|^[\w-][\w.-]*\/[\w.-]+(?:#.*)?$/i;

function checkSources({ operands, options, name }: Usage): readonly Discovery[] {
  return eachLike(
    givenWords({ operands, options }),
    address,
    (word) => say`${name} takes ${word} from an address`,
  );
}

const install: VerbTable = { writes: true, operands: 'packages', check: checkSources };

/** `config get registry`; a credential is no plain setting. */
function getsPlain({ operands: [verb, ...keys] }: Usage): boolean {
  const isSecret = keys.some(({ text: key }) => /auth|token|passw|secret|cred|proxy/i.test(key));
  return verb?.text === 'get' && keys.length > 0 && !isSecret;
}

function lists({ operands: [verb] }: Usage): boolean {
  return verb?.text === 'list' || verb?.text === 'info';
}

const removes = 'removes packages';

const shared: Readonly<Record<string, VerbTable>> = {
  'install i add ci clean-install isntall install-ci-test it cit install-test update up upgrade':
    install,
  'dedupe ddp rebuild rb import fetch': install,
  'remove rm r un uninstall unlink prune': { ...install, hazard: removes },
  'link ln patch patch-commit patch-remove': {
    ...install,
    hazard: 'changes what a package resolves to',
  },
  'publish unpublish deprecate dist-tag dist-tags access owner author team hook org': {
    hazard: 'changes settings or what is published',
  },
  'login logout adduser add-user token whoami profile star unstar': { hazard: 'uses an account' },
  set: { hazard: 'changes or shows settings', operands: 'none' },
  'config c': {
    ...unlessReading((verb) => say`${verb} changes or shows settings`, getsPlain),
    operands: 'none',
  },
  pkg: { ...unlessReading((verb) => say`${verb} changes settings`, getsPlain), operands: 'none' },
  'workspace workspaces': {
    ...unlessReading((verb) => say`${verb} runs code or changes settings`, lists),
    operands: 'none',
  },
  'create init innit dlx': { hazard: outside },
  'edit explore': { hazard: 'runs a program' },
  'cache store version set-script env use setup self-update': { hazard: 'changes settings' },
  'audit outdated ls list ll la view info show v why explain fund search s bin root prefix help ping':
    { check: checkSources },
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
      options: {
        ...optionRows('-c --call = script, runs a program'),
        '-p --package': elsewhere,
      },
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
      options: optionRows('-c --shell-mode = runs the given code'),
      endsAtOperand: true,
    },
    'node plugin constraints deploy policies global server': {
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
    ...optionRows(`
      -c --call --shell-mode = script, runs a program
      -n --node-arg = text, may load code
      --no-install --no --bun --ignore-existing
    `),
    ...npmOptions,
    '-p --package': elsewhere,
  },
  check: ({ operands }) =>
    operands
      .slice(0, 1)
      .filter(({ text: word }) => /[:/]/.test(word.replace(/^@[^/]*\//, '')))
      .map(({ text: word }) => ({
        reason: say`npx runs ${word} from an address`,
        liftedBy: [word],
      })),
};

const pipOptions: Options = {
  ...optionRows(`
    --python = script, runs a program
    --config-settings -C --global-option --build-option = text, hands options to a program
    --install-option = text, hands options to a program
    -r --requirement -c --constraint -e --editable = read
    -t --target --prefix --root --src -d --dest --download -w = write, writes to another folder
    --wheel-dir --cache-dir --log --report = write, writes to another folder
    -q --quiet -v -vv --verbose -U --upgrade --user --pre --no-deps --no-cache-dir --no-input
    --disable-pip-version-check --no-color --require-hashes --prefer-binary --force-reinstall -I
    --ignore-installed --ignore-requires-python --no-build-isolation --use-pep517
    --check-build-dependencies --break-system-packages --compile --dry-run --no-warn-script-location
    --no-warn-conflicts --outdated -o -u --uptodate --local -l --not-required --exclude-editable
    --include-editable --all --version -V -h --help -y --yes --files --list-freeze --isolated
    --require-virtualenv --no-index --no-clean --no-python-version-warning --only-outdated
    --progress-bar --only-binary --upgrade-strategy --retries --timeout = text
    --exists-action --format --exclude --platform --abi --implementation --python-version = text
    --no-binary --no-binary-package = text, builds packages from their source
    --algorithm --root-user-action --keyring-provider --use-feature --use-deprecated = text
  `),
  '-i --index-url --extra-index-url -f --find-links --proxy --trusted-host --cert': elsewhere,
};

const pipVerbs: Readonly<Record<string, VerbTable>> = {
  'install download wheel': install,
  uninstall: { ...install, hazard: removes },
  config: { hazard: 'changes or shows settings', operands: 'none' },
  'list show freeze check hash inspect debug help index cache search completion lock': {
    check: checkSources,
  },
};

const uv: ProgramTable = {
  programs: 'uv poetry pipenv pdm hatch rye pixi',
  options: {
    ...optionRows(`
      -n --no-cache --offline --no-progress --frozen --locked --all-extras --no-dev --dev -D
      --only-dev --all-groups --no-default-groups --reinstall --refresh --active --no-sync --exact
      --no-editable --universal --compile-bytecode --no-build --all-packages --no-project --sync
      --no-interaction --no-ansi --no-root --native-tls --show-urls --tree --latest -T --top-level
      --without-hashes --deploy --skip-lock --keep-outdated --bare --app --lib --script-mode
      --no-workspace --no-readme --raw-sources --no-hashes --annotate --no-header --strict --seed
      -k --clear --allow-existing --no-lock --lock --lock-only
      --extra --group --no-group --only-group -G -P --upgrade-package --resolution = text
      --prerelease --index-strategy --link-mode --package --without --only -E --extras = text
      --depth --color --prune --reinstall-package --refresh-package --no-build-package = text
      --exclude-newer --python-preference --output-format --bump --short = text
      --output-file = write, writes a file
    `),
    ...pipOptions,
    '--directory --project --config-file': settings,
    '--with --with-editable --with-requirements': elsewhere,
  },
  verbs: {
    run: {
      endsAtOperand: true,
      operands: 'none',
      options: optionRows(`
        -p --python = script, runs a program
        -m --module = text
        -s --script --gui-script = read, runs a script
        --env-file = read, sets variables from a file
      `),
    },
    remove: { ...install, hazard: removes },
    export: { ...install, options: optionRows('-o --output = write, writes a file') },
    'sync lock add install update tree build venv init check show env': install,
    pip: { verbs: pipVerbs },
    'tool self python cache shell x': { hazard: 'installs or runs programs' },
    'publish auth login config source': { hazard: 'changes settings or what is published' },
  },
};

/** Verbs that change more than what is built. */
function checkMonorepo({ name, operands: [verb] }: Usage): readonly Discovery[] {
  const word = verb?.text ?? '';
  if (!/^(?:publish|version|clean|prune|migrate|import|create|init|add|release)$/.test(word)) {
    return [];
  }
  return [
    { reason: say`${name} ${word} changes packages, or what is published`, liftedBy: [word] },
  ];
}

/** `flatpak run x`, `snap run x`. */
function checkRun({ name, operands: [verb] }: Usage): readonly Discovery[] {
  if (verb?.text !== 'run') return [];
  return [{ reason: say`${name} run runs what it is given`, liftedBy: ['run'] }];
}

const rubyAndOthers: readonly ProgramTable[] = [
  {
    programs: 'bundle bundler gem composer pod cpan cpanm',
    options: optionRows(`
      --quiet -q --verbose -v -vv --no-color --version -V --help -h --local --frozen --deployment
      --jobs --retry --no-cache --force --redownload --clean --no-prune --no-dev --no-scripts
      --no-interaction -n --no-plugins --prefer-dist --optimize-autoloader -o
      --classmap-authoritative --ansi --no-ansi --no-progress --ignore-platform-reqs --dry-run --dev
      --with-all-dependencies -W -w --latest -l --direct -D --tree -t --outdated --no-document
      --conservative --user-install --all -a --pre --strict --parseable --filter-minor
      --filter-patch --only-explicit --repo-update
    `),
    verbs: {
      exec: { hazard: 'runs a program', endsAtOperand: true, operands: 'none' },
      'remove uninstall clean cleanup': { ...install, hazard: removes },
      'install update add require lock check outdated list info show search dump-autoload': install,
      'config global push yank owner signin cert publish': {
        hazard: 'changes settings or what is published',
      },
    },
  },
  {
    mayLose: true,
    programs: 'brew apt apt-get yum dnf pacman apk zypper snap port choco winget scoop',
    writes: true,
    check: checkRun,
    operands: 'packages',
    options: optionRows(`
      -y --yes -q --quiet --no-install-recommends --dry-run -s --simulate -v --verbose --help
      --version --no-cache --json --cask --formula --noconfirm --needed -h -d --download-only
      --installed --all --upgradable --only-upgrade --assume-yes
      -o --option -c --config-file --config --root --installroot -S = text, changes settings
    `),
  },
  {
    programs: 'dpkg rpm flatpak nix nix-shell nix-env conda mamba',
    writes: true,
    mayLose: true,
    check: checkRun,
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
  {
    programs: 'lerna nx turbo rush wsrun',
    check: checkMonorepo,
    options: optionRows(`
      --cwd = read, loads and runs code
      --all --parallel --skip-nx-cache --nx-bail --verbose --version --help --force --no-cache
      --continue --dry --dry-run --only --no-daemon --stream --no-bail --include-dependencies --ci
      --graph --include-dependents --summarize --affected --no-sort --no-private
      -t --target --targets -p --projects --exclude --base --head --scope --ignore --since = text
      --filter --concurrency --output-logs --log-order --log-prefix --configuration -c = text
      --maxParallel --ui = text
    `),
  },
];
