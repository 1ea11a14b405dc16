import {
  danger,
  flag,
  loadsCode,
  maybe,
  type ProgramTable,
  reads,
  text,
  writesFile,
} from './program-table';

const ownConfig = danger('reads settings, which may load code, from another file', 'read');
const plugin = danger('loads and runs code', 'text');

/** Programs that look at code, change its form, or run its tests. */
export const checkersAndTests: readonly ProgramTable[] = [
  {
    programs: 'eslint xo standard tslint oxlint stylelint biome',
    options: {
      '-c --config --config-path': ownConfig,
      '--rulesdir --resolve-plugins-relative-to --plugin --parser -f --format --custom-syntax':
        plugin,
      '--custom-formatter --processor': plugin,
      '-o --output-file': writesFile,
      '--ignore-path --cache-location --cache-file': reads,
      '--ext --max-warnings --rule --global --env --ignore-pattern --parser-options': text,
      '--init': danger('installs packages'),
      '--fix --fix-dry-run --quiet --cache --color --no-color --debug --write': flag,
    },
    check: ({ options }) =>
      options.some(({ name }) => /^--(?:fix|write)$/.test(name)) ? [{ writes: true }] : [],
  },
  {
    programs: 'prettier prettierd',
    options: {
      '--config': ownConfig,
      '--plugin --plugin-search-dir': plugin,
      '--ignore-path --cache-location --with-node-modules': reads,
      '--parser --stdin-filepath --print-width --tab-width --end-of-line --log-level': text,
      '-w --write -c --check -l --list-different --cache': flag,
    },
    check: ({ options }) =>
      options.some(({ name }) => /^-(?:w|-write)$/.test(name)) ? [{ writes: true }] : [],
  },
  {
    programs: `black isort autopep8 yapf rustfmt gofmt goimports clang-format shfmt dprint rubocop
      standardrb`,
    writes: true,
    options: {
      '--config --config-path --style-file': ownConfig,
      '-r --require --plugin': plugin,
      '-cpuprofile': writesFile,
      '--stdin-filename -l --line-length -t --target-version': maybe,
    },
  },
  {
    programs: `ruff mypy pylint flake8 pyright bandit shellcheck golangci-lint hadolint yamllint
      markdownlint`,
    options: {
      '--config --config-file --rcfile --settings': ownConfig,
      '--init-hook --load-plugins --python-executable --external-sources': plugin,
      '--install-types': danger('installs packages'),
      '-o --output --output-file --junit-xml --cache-dir': { value: 'write' },
      '--select --ignore --target-version -j --max-line-length': text,
    },
    check: ({ options, operands }) =>
      options.some(({ name }) => name === '--fix') || operands[0]?.text === 'format'
        ? [{ writes: true }]
        : [],
  },
  {
    programs: 'tsc tsgo vue-tsc',
    options: {
      '-p --project -b --build': { value: 'maybe' },
      '--outDir --outFile --declarationDir --tsBuildInfoFile --generateTrace --generateCpuProfile':
        { value: 'write' },
      '--rootDir --baseUrl --typeRoots': reads,
      '--target -t --module -m --lib --jsx --moduleResolution --types': text,
      '--plugins': plugin,
    },
  },
  {
    programs: 'jest vitest mocha ava tap nyc c8 karma cypress playwright jasmine wtr',
    options: {
      '-c --config --rcfile --opts': ownConfig,
      '-r --require --import --loader --globalSetup --global-setup --globalTeardown': plugin,
      '--setupFiles --setupFilesAfterEnv --testEnvironment --environment --runner --testRunner --transform':
        plugin,
      '--reporter --reporters --resolver --preset --env --ui --node-option -n -R -u': {
        value: 'maybe',
        pathHazard: 'loads and runs code',
      },
      '--file': { value: 'maybe' },
      '--api --browser --host': danger('lets other programs run code in this process', 'glued'),
      '--rootDir --root --dir': reads,
      '--outputFile --coverageDirectory --report-dir --temp-dir --cacheDirectory': {
        value: 'write',
      },
      '-t --testNamePattern --grep -g --testPathPattern --project --shard --timeout': text,
    },
  },
  {
    programs: 'pytest py.test nose2 tox nox behave coverage unittest',
    options: {
      '-p --pyargs': { value: 'text', hazard: 'loads and runs code' },
      '-c --config-file --rcfile --confcutdir -f --noxfile': ownConfig,
      '-o --override-ini': danger('changes settings', 'text'),
      '--rootdir --import-mode': reads,
      '--basetemp --junitxml --junit-xml --report-log --resultlog --log-file': {
        value: 'write',
        hazard: 'writes to another place',
      },
      '--pastebin': danger('sends the results to another machine', 'text'),
      '--pdb --pdbcls --trace': danger('opens a debugger', 'glued'),
      '--cov-report': maybe,
      '-k -m -n --maxfail --tb --durations --cov --color --ignore --deselect': text,
    },
  },
  {
    programs: 'rspec cucumber minitest phpunit pest',
    options: {
      '-r --require -I --bootstrap --include-path': loadsCode,
      '-O --options -c --configuration -P --profile': ownConfig,
      '-o --out --log-junit': writesFile,
      '-e --example -t --tag --filter --group -f --format': text,
    },
  },
];
