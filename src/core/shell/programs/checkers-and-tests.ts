import { danger, optionRows, type ProgramTable, type Usage } from './program-table';

/** Formatters that change files only when an option says so; the others, unless one says not. */
const writing: Readonly<Record<string, RegExp>> = {
  gofmt: /^-w$/,
  goimports: /^-w$/,
  shfmt: /^-w$/,
  'clang-format': /^-i$/,
  autopep8: /^(?:-i|--in-place)$/,
  yapf: /^(?:-i|--in-place)$/,
};
const onlyChecking: Readonly<Record<string, RegExp>> = {
  black: /^--(?:check|diff)$/,
  isort: /^--(?:check|check-only|diff)$/,
  rustfmt: /^--check$/,
};

function formats({ name, options }: Usage): boolean {
  const has = (pattern: RegExp): boolean => options.some((option) => pattern.test(option.name));
  const asked = writing[name];
  if (asked !== undefined) return has(asked);
  const checked = onlyChecking[name];
  return checked === undefined || !has(checked);
}

const ownConfig = danger('reads settings, which may load code, from another file', 'read');
/** Reporters, interfaces and environments that come with the test runners; others load code. */
const shippedNames =
  /^(?:default|verbose|dot|json|json-stream|junit|tap|tap-flat|spec|min|list|nyan|progress|html|basic|line|blob|summary|text|text-summary|lcov|lcovonly|clover|cobertura|landing|doc|xunit|null|github|github-actions|hanging-process|bdd|tdd|qunit|exports|jsdom|node|happy-dom|edge-runtime)(?:,[\w-]+)*$|.*\.(?:test|spec)\.\w+$/;

const plugin = danger('loads and runs code', 'text');

/** Programs that look at code, change its form, or run its tests. */
export const checkersAndTests: readonly ProgramTable[] = [
  {
    programs: 'eslint xo standard tslint oxlint stylelint biome',
    options: {
      ...optionRows(`
        -o --output-file = write, writes a file
        --ignore-path = read
        --cache-location --cache-file = write
        --ext --max-warnings --rule --global --env --ignore-pattern --parser-options = text
        --fix-type --cache-strategy --report-unused-disable-directives-severity = text
        --no-config-lookup --max-diagnostics --diagnostic-level --since = text
        --files-ignore-unknown --vcs-enabled --only --skip -D --deny -A --allow -W --warn = text
        --threads = text
        --init = installs or runs programs
        --fix --fix-dry-run --quiet --cache --color --no-color --debug --write -h --help -v
        --version --no-eslintrc --no-ignore --no-inline-config --report-unused-disable-directives
        --no-error-on-unmatched-pattern --exit-on-fatal-error --no-warn-ignored
        --pass-on-no-patterns --print-config --env-info --stats --allow-empty-input -q --staged
        --changed --unsafe --apply --apply-unsafe --skip-errors --colors --error-on-warnings
        --no-errors-on-unmatched --type-aware --import-plugin --react-plugin --fix-suggestions
        --fix-dangerously --silent --pass-on-unpruned-suppressions
      `),
      '-c --config --config-path': ownConfig,
      '-f --format': {
        value: 'text',
        only: /^(?:stylish|json|json-with-metadata|compact|unix|html|junit|checkstyle|tap|string|verbose|tap|github|default|concise)$/,
      },
      '--rulesdir --resolve-plugins-relative-to --plugin --parser --custom-syntax': plugin,
      '--custom-formatter --processor': plugin,
    },
    check: ({ options }) =>
      options.some(({ name }) => /^--(?:fix|write)$/.test(name)) ? [{ writes: true }] : [],
  },
  {
    programs: 'prettier prettierd',
    options: {
      ...optionRows(`
        --ignore-path --with-node-modules = read
        --cache-location = write
        --parser --stdin-filepath --print-width --tab-width --end-of-line --log-level = text
        --trailing-comma --arrow-parens --prose-wrap --quote-props = text
        --html-whitespace-sensitivity --embedded-language-formatting --object-wrap = text
        --experimental-operator-position --cache-strategy --range-start --range-end = text
        -w --write -c --check -l --list-different --cache -u --ignore-unknown --no-config
        --no-editorconfig --no-plugin-search --no-error-on-unmatched-pattern --single-quote
        --jsx-single-quote --no-semi --semi --bracket-spacing --bracket-same-line --use-tabs
        --vue-indent-script-and-style --color --no-color -h --help -v --version --support-info
        --require-pragma --insert-pragma --file-info --find-config-file --single-attribute-per-line
      `),
      '--config': ownConfig,
      '--plugin --plugin-search-dir': plugin,
    },
    check: ({ options }) =>
      options.some(({ name }) => /^-(?:w|-write)$/.test(name)) ? [{ writes: true }] : [],
  },
  {
    programs: 'black isort autopep8 yapf rustfmt clang-format shfmt dprint rubocop standardrb',
    check: (usage) => (formats(usage) ? [{ writes: true }] : []),
    options: {
      ...optionRows(`
        --stdin-filename --style -l --line-length -t --target-version = maybe
        --check --diff -q --quiet -v --verbose --fast --safe -S --skip-string-normalization -C
        --skip-magic-trailing-comma --preview --color --no-color --version -h --help -w -d -s -e -c
        --check-only --atomic --profile --in-place -i --aggressive -a --list-fixes --dry-run -n
        --Werror --force-exclude --autocorrect -A --autocorrect-all --auto-correct
        --display-cop-names -D --extra-details --parallel --no-parallel --fail-fast -F --lint -x
        --safe-auto-correct --display-only-correctable --no-cache --list --simplify --combine-as -b
        -ci -sr -kp -fn -ln --filter-files --skip-gitignore --only-modified --ipynb --pyi
        --include --exclude --extend-exclude --workers -W --skip --skip-glob --edition = text
        --lines --sort --only --except --format -f --fail-level --line-ranges --emit = text
        --required-version -m --multi-line -p --project --known-first-party = text
      `),
      '--config --config-path --style-file': ownConfig,
      '-r --require --plugin': plugin,
    },
  },
  {
    programs: 'gofmt goimports',
    check: (usage) => (formats(usage) ? [{ writes: true }] : []),
    options: optionRows(`
      -cpuprofile -memprofile -trace = write, writes a file
      -r -local -srcdir -tabwidth = text
      -l -d -e -s -w -v -tabs -comments -format-only
    `),
  },
  {
    programs: `ruff mypy pylint flake8 pyright bandit shellcheck golangci-lint hadolint yamllint
      markdownlint actionlint`,
    options: {
      ...optionRows(`
        --install-types = installs or runs programs
        -o --output --output-file --junit-xml --cache-dir = write
        --select --ignore --target-version -j --max-line-length --extend-select = text
        --extend-ignore --fixable --unfixable --extend-fixable --exclude --extend-exclude = text
        --output-format --line-length --per-file-ignores --range --python-version --platform = text
        -m --module --follow-imports --enable-error-code --disable-error-code --disable -d = text
        --enable --jobs --score --reports --fail-under --msg-template --min-confidence = text
        --max-complexity --format -f --severity -S --shell -o-format --timeout --color = text
        --level --pythonversion --pythonplatform --threads --run --new-from-rev = text
        --max-issues-per-linter --max-same-issues --strict-config --evaluation --rule = text
        --fix --no-fix --diff --check --watch -w --preview --no-preview --unsafe-fixes --show-fixes
        --statistics --show-files --show-settings --quiet -q --silent -s --verbose -v -vv --version
        -V -h --help -n --no-cache --isolated --exit-zero -e --exit-non-zero-on-fix --add-noqa
        --respect-gitignore --force-exclude --strict --ignore-missing-imports --show-error-codes
        --hide-error-codes --pretty --no-pretty --show-error-context --show-column-numbers
        --no-error-summary --disallow-untyped-defs --disallow-untyped-calls
        --disallow-incomplete-defs --disallow-any-generics --check-untyped-defs
        --no-implicit-optional --implicit-optional --warn-unused-ignores --warn-return-any
        --warn-redundant-casts --warn-unreachable --warn-unused-configs --no-incremental
        --incremental --explicit-package-bases --namespace-packages --no-namespace-packages
        --non-interactive --follow-untyped-imports --errors-only -E --disable-all --recursive -r -a
        --enable-all --benchmark --count --show-source --doctests --outputjson --stats --warnings
        --ignoreexternal --dependencies -x --external-sources-off --no-strict-optional
        --strict-equality --extra-checks --new --strict-optional --sqlite-cache --no-site-packages
        --dump-config -l -ll -lll -ii -iii
      `),
      '--config --config-file --rcfile --settings': ownConfig,
      '--init-hook --load-plugins --python-executable --external-sources': plugin,
    },
    check: ({ options, operands }) =>
      options.some(({ name }) => /^--(?:unsafe-)?fix/.test(name)) || operands[0]?.text === 'format'
        ? [{ writes: true }]
        : [],
  },
  {
    programs: 'tsc tsgo vue-tsc',
    options: {
      ...optionRows(`
        -p --project -b --build = maybe
        --outDir --outFile --declarationDir --tsBuildInfoFile --generateTrace = write
        --generateCpuProfile = write
        --rootDir --baseUrl --typeRoots = read
        --target -t --module -m --lib --jsx --moduleResolution --types = text
        -w -h -v -d -f -i --init --all --help --version --watch --force --verbose --dry
      `),
      '--plugins': plugin,
    },
    // Settings of the language, none of which names a file or program.
    safe: /^--(?:no[A-Z]\w*|strict\w*|skip\w*Check|listFiles(?:Only)?|listEmittedFiles|explainFiles|pretty|incremental|(?:extendedD|d)iagnostics|showConfig|traceResolution|allow[A-Z]\w*|checkJs|declaration(?:Map)?|emit(?:DeclarationOnly|BOM|DecoratorMetadata)|sourceMap|inline[A-Z]\w*|esModuleInterop|resolve(?:JsonModule|PackageJson\w+)|isolated(?:Modules|Declarations)|preserve[A-Z]\w*|experimentalDecorators|removeComments|importHelpers|downlevelIteration|use(?:DefineForClassFields|UnknownInCatchVariables)|exactOptionalPropertyTypes|verbatimModuleSyntax|force[A-Z]\w*|assumeChangesOnlyAffectDirectDependencies|stopBuildOnErrors|clean|erasableSyntaxOnly|rewriteRelativeImportExtensions|composite|disable[A-Z]\w*|strip\w*|newLine|moduleDetection|customConditions|rootDirs|jsxFactory|locale|watchFile|excludeFiles)$/,
  },
  {
    programs: 'nyc c8',
    endsAtOperand: true,
    options: {
      ...optionRows(`
        -o --reports-dir --report-dir -t --temp-dir --temp-directory = write
        --all -a --check-coverage --clean --no-clean --silent -s --per-file --skip-full --100
        --exclude-after-remap --omit-relative --merge-async --no-cache --cache -h --help --version
        --lines --branches --functions --statements --include -n --exclude -x --extension -e = text
        --src --watermarks = text
      `),
      '-c --config --nycrc-path': ownConfig,
      '-r --reporter': { value: 'maybe', pathHazard: 'loads and runs code', only: shippedNames },
      '--require -i': plugin,
    },
  },
  {
    programs: 'coverage',
    options: {
      ...optionRows(`
        -d --directory -o --data-file = write
        -a --append --branch -p --parallel-mode --timid -i --ignore-errors -m --show-missing -q
        --quiet --skip-covered --skip-empty --pretty-print --keep -h --help --version
        --include --omit --fail-under --precision --sort --format --contexts --title = text
      `),
      '--rcfile': ownConfig,
    },
    verbs: {
      run: { endsAtOperand: true, options: { '-m --module': { value: 'text', ends: true } } },
      'report html xml json lcov combine annotate debug erase': {},
    },
  },
  {
    programs: 'jest vitest mocha ava tap karma cypress playwright jasmine wtr',
    options: {
      ...optionRows(`
        --file = maybe
        --api --browser --host = glued, lets other programs run code in this process
        --rootDir --root --dir = read, takes its instructions from another folder
        --outputFile --coverageDirectory --report-dir --temp-dir --cacheDirectory = write
        -t --testNamePattern --grep -g --testPathPattern --project --shard --timeout = text
        --maxWorkers --maxConcurrency --testTimeout --selectProjects --ignoreProjects = text
        --testPathPatterns --testPathIgnorePatterns --changedSince --seed = text
        --collectCoverageFrom --coverageReporters --coverageThreshold --forceCoverageMatch = text
        --testMatch --testRegex --displayName --retry --minWorkers --poolOptions = text
        --hookTimeout --teardownTimeout --exclude --include --repeats --workers --retries = text
        --repeat-each --max-failures --trace --global-timeout --fgrep --invert --slow --jobs = text
        --delay --extension --ext --spec --coverage.reporter --coverage.include = text
        --coverage.exclude --mode --concurrency --lines --branches --functions --statements = text
        --test-match --grep-invert --match -m --log-level --sequence.shuffle --sequence.seed = text
        --browsers = text
        -i --runInBand --watch --watchAll -w --ci --coverage --collectCoverage --verbose --silent
        --bail -b --no-cache --clearCache --detectOpenHandles --forceExit --passWithNoTests
        --listTests --onlyChanged -o --onlyFailures -f --updateSnapshot --color --colors --no-color
        --no-colors --json --expand -e --errorOnDeprecated --findRelatedTests --logHeapUsage
        --showSeed --randomize --showConfig --workerThreads --injectGlobals --noStackTrace
        --useStderr --debug --version -v --help -h --changedFilesWithAncestor --openHandlesTimeout
        --run --no-coverage --globals --typecheck --no-isolate --isolate --no-file-parallelism
        --fileParallelism --allowOnly --dangerouslyIgnoreUnhandledErrors --hideSkippedTests
        --printConsoleTrace --standalone --no-watch --exit --no-exit -x --forbid-only
        --forbid-pending --full-trace --check-leaks -A --async-only --parallel -p --recursive --sort
        -S --diff --no-diff --inline-diffs --dry-run --fail-zero --pass-on-failing-test-suite -j
        --headed --headless --last-failed --list --quiet -q --forbidOnly --fully-parallel
        --pass-with-no-tests --all --check-coverage --clean --no-clean --fail-fast --serial -s -T
        --tap --update-snapshots --only --skip --single-run --no-single-run --auto-watch
        --updateSnapshots --changed --expose-gc --typecheck.only --coverage.enabled --coverage.all
        --no-config
      `),
      '-c --config --rcfile --opts': ownConfig,
      '-r --require --import --loader --globalSetup --global-setup --globalTeardown': plugin,
      '--setupFiles --setupFilesAfterEnv --testEnvironment --environment --runner --testRunner --transform':
        plugin,
      '--reporter --reporters --resolver --preset --env --ui --node-option -n -R -u': {
        value: 'maybe',
        pathHazard: 'loads and runs code',
        only: shippedNames,
      },
      '--coverageProvider --coverage.provider': { value: 'text', only: /^(?:v8|babel|istanbul)$/ },
      '--pool': { value: 'text', only: /^(?:threads|forks|vmThreads|vmForks)$/ },
    },
  },
  {
    programs: 'pytest py.test nose2 tox nox behave unittest',
    options: {
      ...optionRows(`
        -p --pyargs = text, loads and runs code
        -o --override-ini = text, changes settings
        --import-mode -k -m -n --maxfail --tb --durations --cov --color --ignore --deselect = text
        --capture --junit-prefix --log-level --log-cli-level --log-format --log-date-format = text
        --durations-min --ignore-glob --cov-fail-under --timeout --timeout-method --reruns = text
        --reruns-delay --dist --maxprocesses -W --pythonwarnings --verbosity --show-capture = text
        --assert --randomly-seed --count --numprocesses --last-failed-no-failures --lfnf = text
        --code-highlight --asyncio-mode -e -s-session --sessions --tags --name --include = text
        --omit --fail-under --sort --format --precision --only-rerun = text
        --rootdir = read, takes its instructions from another folder
        --basetemp --junitxml --junit-xml --report-log --resultlog = write, writes to another folder
        --log-file = write, writes to another folder
        --pastebin = text, sends data
        --pdb --pdbcls --trace = glued, opens a debugger
        --cov-report = write
        -q --quiet -qq -v -vv -vvv --verbose -x --exitfirst -s -l --showlocals --lf --last-failed
        --ff --failed-first --nf --new-first --sw --stepwise --sw-skip --stepwise-skip --co
        --collect-only --no-header --no-summary --disable-warnings --strict-markers --strict-config
        --strict --continue-on-collection-errors --keep-duplicates --doctest-modules
        --doctest-ignore-import-errors --doctest-continue-on-failure --runxfail --markers --fixtures
        --fixtures-per-test --funcargs --cache-clear --full-trace --setup-show --setup-only
        --setup-plan --version -V -h --help --no-cov --cov-branch --cov-append --no-cov-on-fail
        --show-capture-all --noconftest --reuse-db --create-db --nomigrations --no-migrations
        --snapshot-update --benchmark-skip --benchmark-only --random-order --forked --list
        --parallel --notest --recreate -r --skip-missing-interpreters --no-input --keepdb --failfast
        --no-capture --stop --dry-run -d --ls --stdout --skip-covered --show-missing --skip-empty
        --branch --append -a --skip-pkg-install --show-config --develop --report-only -b
      `),
      '-c --config-file --rcfile --confcutdir -f --noxfile': ownConfig,
    },
  },
  {
    programs: 'rspec cucumber minitest phpunit pest',
    options: {
      ...optionRows(`
        -r --require -I --bootstrap --include-path = read, loads and runs code
        -o --out --log-junit = write, writes a file
        -e --example -t --tag --filter --group -f --format --seed --order --exclude-pattern = text
        --pattern --exclude-group --testsuite --processes --name = text
        -b --backtrace --fail-fast --no-fail-fast --only-failures -n --next-failure --dry-run -w
        --warnings --color --no-color --force-color -p -v --version -h --help --bisect --testdox
        --debug --stop-on-failure --stop-on-error --stop-on-defect --no-coverage --verbose
        --list-tests --list-groups --strict --parallel --compact --ci --dirty --retry --bail
        --colors --no-configuration-file --coverage
      `),
      '-O --options -c --configuration -P --profile': ownConfig,
    },
  },
];
