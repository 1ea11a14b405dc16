import { say } from '../../base/sentence';
import {
  type Discovery,
  optionRows,
  type Options,
  ownFile,
  type ProgramTable,
  type Usage,
  eachLike,
} from './program-table';
import { isForeign } from './path-hazards';
import { publishHazards } from './word-checks';

/** Variables of make that name programs; `SHELL=./x` runs it for every line. */
function checkMake({ operands, options }: Usage): readonly Discovery[] {
  const goals = operands
    .filter(({ text: word }) => !word.includes('=') && /[$`;&|<>()\s]/.test(word))
    .map(({ text: word }) => ({ reason: say`make may hand ${word} to a shell` }));
  const variables = operands
    .filter(({ text: word }) => word.includes('=') && !/^(?:V|VERBOSE|DEBUG|Q)=\w*$/.test(word))
    .map(({ text: word }) => {
      const [name = word] = word.split('=', 1);
      return { reason: say`${name.trim()}= sets what make runs`, liftedBy: [word] };
    });
  const foreign = options
    .filter(({ value }) => isForeign(value?.text ?? ''))
    .map(({ word }) => ({ reason: say`make runs what others wrote by ${word}` }));
  return [...goals, ...variables, ...foreign];
}

const make: ProgramTable = {
  programs: 'make gmake bmake remake mingw32-make',
  readsScript: true,
  options: optionRows(`
    -f --file --makefile -I --include-dir = read, loads and runs code
    -E --eval = text, runs the given code
    -C --directory = read, takes its instructions from another folder
    -j --jobs -l --load-average --max-load -O --output-sync --debug --trace --shuffle = glued
    --jobserver-style = glued
    -o --old-file --assume-old -W --what-if --new-file --assume-new = text
    -e --environment-overrides = chooses which programs it runs
    -k --keep-going -n --dry-run --just-print -s --silent --quiet -B --always-make -r
    --no-builtin-rules -R --no-builtin-variables -w --print-directory --no-print-directory -t
    --touch -q --question -v --version -h --help -p --print-data-base -i --ignore-errors -S
    --no-keep-going --stop -d --warn-undefined-variables --recon
  `),
  check: checkMake,
};

/** After `--` come options of the compiler, some of which name programs. */
function checkCompilerOptions({ name, operands, endedAt }: Usage): readonly Discovery[] {
  const isHanded = /(?:rustc|rustdoc|clippy|fix|doc|fmt)$/.test(name);
  const handed = !isHanded || endedAt === undefined ? [] : operands.slice(endedAt);
  return eachLike(
    handed,
    /^-(?:C|Z|L)|linker|^--(?:codegen|extern|sysroot|config)/,
    (word) => say`${word} may name a program to run`,
  );
}

const cargo: ProgramTable = {
  programs: 'cargo',
  plusFirst: true,
  options: optionRows(`
    --config = text, changes a setting that may name a program to run
    -C --manifest-path = read, takes its instructions from another folder
    -Z = text, turns on unstable features
    --color --depth --prefix --charset --format -e --edges --rename --precise = text
    --format-version --filter-platform --limit --explain --edition = text
    -v --verbose -q --quiet --locked --offline --frozen -V --version --list -h --help --release -r
    --all-targets --all --workspace --all-features --no-default-features --lib --bins --examples
    --tests --benches --no-run --no-fail-fast --keep-going --doc --no-deps --document-private-items
    --timings --future-incompat-report --ignore-rust-version --unit-graph --fix --allow-dirty
    --allow-staged --broken-code --edition-idioms -i --invert --duplicates -d --prune --no-dedupe
    --dev --build --optional --default-features --aggressive --recursive --dry-run -n --check
    --debug --vcs-fresh
  `),
  verbs: {
    'build b check c test t clippy doc d bench run r rustc rustdoc fix nextest': {
      check: checkCompilerOptions,
      options: optionRows(`
        --target-dir --out-dir --artifact-dir = write
        -p --package --bin --example --test --bench -F --features --target --profile -j = text
        --message-format --exclude --jobs --run-ignored --partition --retries --test-threads = text
        -P --status-level --final-status-level --failure-output --success-output --no-tests = text
        -E --filterset --build-jobs = text
        --open = opens a browser
        --no-capture --nocapture
      `),
    },
    fmt: { writes: true, check: checkCompilerOptions, options: optionRows('-p --package = text') },
    'remove rm': { hazard: 'removes packages', writes: true, options: optionRows('--dev --build') },
    'add update': {
      writes: true,
      operands: 'packages',
      options: optionRows(`
        --git --registry --index = text, takes packages from another registry
        --path = read
      `),
    },
    'install uninstall': {
      hazard: 'installs or runs programs',
      writes: true,
      operands: 'packages',
    },
    'publish login logout owner yank': { hazard: 'changes settings or what is published' },
    'tree metadata locate-project pkgid search version help info clean fetch generate-lockfile': {},
    'new init vendor package': { writes: true },
  },
  otherVerbs: {},
};

/** `go run host/x@latest` fetches and runs what is elsewhere. */
function checkGoRun({ operands, options }: Usage): readonly Discovery[] {
  const isModule = options.some(({ name }) => name === '-m');
  return operands
    .filter(({ text: word }) => word.includes('@') || (isModule && /^[\w-]+\.[\w.-]+\//.test(word)))
    .map(({ text: word }) => ({ reason: say`go fetches ${word}`, liftedBy: [word] }));
}

const go: ProgramTable = {
  programs: 'go',
  readsScript: true,
  singleDash: true,
  options: optionRows(`
    -exec -toolexec -vettool = script, runs a program
    -C = read, takes its instructions from another folder
    -o = write
    -outputdir -cpuprofile -memprofile -blockprofile -mutexprofile -trace = write, writes a file
    -coverprofile -pkgdir = write, writes a file
    -modfile -overlay -workfile -modcacherw -fuzzcachedir = text, reads settings from another file
    -ldflags -gcflags -asmflags -gccgoflags -compiler = text, hands options to a program
    -run -bench -count -timeout -tags -mod -p -f -cpu -parallel -covermode -coverpkg -fuzz = text
    -vet -shuffle -benchtime -list -skip -installsuffix -go -compat -fuzztime -buildmode = text
    -v -race -json -short -x -n -a -cover -failfast -i -e -m -u -t -d -benchmem -trimpath -msan
    -asan -work -linkshared -deps -find -export -compiled -retracted -versions -test -h -l -s -c
    -all -src -cmd -print -diff -fullpath -buildvcs -artifacts
  `),
  verbs: {
    run: { check: checkGoRun },
    'build test vet list fmt mod version fix help': { check: checkGoRun },
    clean: { options: optionRows('-modcache -cache -testcache -fuzzcache = deletes caches') },
    doc: { options: optionRows('-http = serves files') },
    'bug telemetry': { hazard: 'sends data' },
    'install get': { hazard: 'installs or runs programs', operands: 'packages', writes: true },
    'generate tool': { hazard: 'runs programs that a file names' },
    env: {
      options: optionRows('-w -u = glued, changes settings'),
      operands: 'none',
    },
  },
};

const compilers: ProgramTable = {
  programs: 'gcc g++ cc c++ clang clang++ cpp ld lld as tcc icc',
  readsScript: true,
  writes: true,
  options: optionRows(`
    -wrapper -fplugin -load -plugin = text, runs a program
    -B -specs --specs = text, chooses which programs it runs
    -o -MF = write
    -Xclang -Xlinker -Xassembler -Xpreprocessor -mllvm = text, hands options to a program
    -x -D -U -l -std -MT -I -L -include -isystem = maybe
    -c -S -E -g -v -w -s -static -shared -pthread -pipe -pedantic -MD -MMD -MP --version
  `),
  safe: /^-(?:O[\dsgz]?|fast|g[\w-]*|W(?![lpa],)[\w+-]+(?:=\w+)?|W|std=[\w+]+|m(?!llvm)[\w-]+(?:=[\w.+-]+)?|f(?!plugin|pass|use-ld|profile|dump|diagnostics|save|sanitize-\w+list|debug|module|build|crash|auto|time|opt-info|record|callgraph|stack-usage|dep|ada|go|offload|lto-)[\w-]+(?:=[\w,-]+)?|D\w+(?:=[^\s/]*)?|U\w+|l[\w+.-]+|std)$/,
  check: checkCompiler,
};

/** Glued forms that no letter of a bundle shows, and option files. */
function checkCompiler({ operands, options }: Usage): readonly Discovery[] {
  const files = operands
    .filter(({ text: word }) => word.startsWith('@'))
    .map(({ text: word }) => ({
      reason: say`${word} reads options from a file`,
      liftedBy: [word],
    }));
  const runs = options
    .filter(({ word }) =>
      /^--?f?(?:plugin|pass-plugin|use-ld|linker|ld-path|wrapper|specs)/.test(word),
    )
    .map(({ word }) => ({ reason: say`${word} runs another program`, liftedBy: [word] }));
  const handed = options
    .filter(({ word }) => /^-W[lpa],.*(?:plugin|[/@]|wrap|,-o|-MD|--(?:script|map))/.test(word))
    .map(({ word }) => ({ reason: say`${word} hands options to a program`, liftedBy: [word] }));
  return [...files, ...runs, ...handed];
}

const rustc: ProgramTable = {
  programs: 'rustc rustdoc',
  readsScript: true,
  writes: true,
  options: optionRows(`
    -C --codegen = text, may run a program
    -Z = text, turns on unstable features
    -o --out-dir --emit = write
    -L --extern --sysroot = read, loads and runs code
    --crate-name --crate-type --edition --target --cfg --cap-lints -W -A -D -F -l --explain = text
    -O -g -v --verbose --version -V --test -h --help
  `),
  check: checkCompiler,
};

const jvm: Options = optionRows(`
  -I --init-script -c --settings-file -b --build-file -s --settings -gs = read, loads and runs code
  --global-settings --include-build -t --toolchains = read, loads and runs code
  -P -D --project-prop --system-prop = maybe
  -q --quiet -B --batch-mode -e --errors -X --debug -U --update-snapshots -o --offline -T -ff -fae
  -fn --fail-fast --fail-at-end -ntp --no-transfer-progress -am --also-make -amd
  --also-make-dependents -N --non-recursive -V --show-version -v --version -h --help -i --info -w
  --warn --stacktrace --full-stacktrace --continue --daemon --no-daemon --parallel --build-cache
  --no-build-cache -m --dry-run --rerun-tasks --refresh-dependencies --configure-on-demand
  --configuration-cache --no-configuration-cache --console --warning-mode --status --profile -S
  --all
  -pl --projects -rf --resume-from --tests -x --exclude-task --max-workers --rerun --color = text
`);

const jvmPlaces: Options = optionRows(`
  -l --log-file = write, writes a file
  -g --gradle-user-home = write
  --scan = sends data
`);

/** A goal of a plugin by its full name, and properties that name programs. */
function checkJvm({ name, operands, options }: Usage): readonly Discovery[] {
  const goals = operands
    .map(({ text: word }) => word)
    .filter(
      (word) =>
        /^mvnw?$/.test(name) && /:.*:|^(?:exec|antrun|groovy|release):|:get$|^deploy$/.test(word),
    );
  const properties = options
    .map(({ word, value }) => (word.length > 2 ? word : `${word}${value?.text ?? ''}`))
    .filter((word) =>
      /^-[DP](?:exec\.|argLine|jvm|maven\.ext|org\.gradle\.(?:jvm|java)|sbt\.(?:boot|override|repo|global|ivy|coursier))|^-[DP].*(?:executable|proxy|(?:host|url)=)/i.test(
        word,
      ),
    );
  const places = options.flatMap(({ word, value }) => {
    const place = /^-[DP]/.test(word) && /=(.*\/.*)$/.exec(value?.text ?? word)?.[1];
    return place ? [{ path: { text: place, access: 'write' } } as const] : [];
  });
  const more = [...goals, ...properties].map((word) => ({
    reason: say`${name} ${word} runs or publishes more than the build`,
    liftedBy: [word],
  }));
  return [...more, ...places, ...publishHazards(name, operands)];
}

/** `-DCMAKE_C_COMPILER=./x` names a program, and what follows `--` goes to the native tool. */
function checkCmake({ name, options, operands, endedAt }: Usage): readonly Discovery[] {
  const names =
    /^-D\w*(?:COMPILER|LAUNCHER|LINKER|TOOLCHAIN|PROGRAM|COMMAND|RULE|INCLUDE|MODULE_PATH)/;
  const defined = options
    .filter(({ word }) => names.test(word))
    .map(({ word }) => ({ reason: say`${word} names a program to run`, liftedBy: [word] }));
  const native = endedAt === undefined ? [] : operands.slice(endedAt);
  const handed = native
    .filter(({ text: word }) => word.includes('='))
    .map(({ text: word }) => ({ reason: say`${word} sets what the build runs`, liftedBy: [word] }));
  const places = name === 'meson' ? operands.slice(1) : [];
  const made = places.map(({ text: word }) => ({ path: { text: word, access: 'write' } }) as const);
  return [...defined, ...handed, ...made];
}

/** `-logger:./x.dll` and `/p:x=y` name code and settings, and a project is obeyed where it is. */
function checkMsbuild({ name, operands, options }: Usage): readonly Discovery[] {
  const projects = operands
    .filter(({ text: word }) => /\/.*\.(?:\w*proj|slnx?|slnf)$/i.test(word))
    .map(({ text: word }) => ({
      reason: say`${word} takes its instructions from another folder`,
      liftedBy: [word],
    }));
  const loading = [...operands.map(({ text: word }) => word), ...options.map(({ word }) => word)]
    .filter((word) => /^[-/]{1,2}\w+:/.test(word) && !/^[-/](?:v|verbosity|c):\w+$/.test(word))
    .map((word) => ({ reason: say`${word} changes what the build loads`, liftedBy: [word] }));
  return [...loading, ...projects, ...publishHazards(name, operands.slice(0, 3))];
}

function checkRails({ name, operands: [verb] }: Usage): readonly Discovery[] {
  const word = verb?.text ?? '';
  if (
    !/^(?:runner|r|console|c|dbconsole|db|plugin|(?:credentials|secrets):\w+)$/.test(word) ||
    name !== 'rails'
  ) {
    return [];
  }
  return [{ reason: say`rails ${word} runs the code it is given`, liftedBy: [word] }];
}

const native: ProgramTable = {
  programs: 'cmake ctest cpack ninja samu meson scons',
  readsScript: true,
  singleDash: true,
  check: checkCmake,
  options: {
    ...optionRows(`
      -P -script -build-and-test -bazelrc = read, loads and runs code
      -E -run_under = text, runs a program
      -t = text, runs a program
      -open = runs a program
      -install = text, installs or runs programs
      -B = write
      -G -T -A -prefix -R -L -j -parallel -target = maybe
      -N -v -verbose -clean-first -version -help -h -n -k -fresh -Wdev -Wno-dev -log-level
      -output-on-failure -V -VV -Q -quiet -q -progress -rerun-failed -stop-on-failure
      -schedule-random -no-tests -show-only -keep_going -test_output -nocache_test_results
      -verbose_failures -wipe -reconfigure -list-presets -extra-verbose -no-rebuild -quick
      -config -LE -timeout -repeat -I -buildtype -jobs -num-processes -test_filter -c = text
    `),
    '-S -C -build -test-dir': ownFile,
  },
  safe: /^-(?:j\d+|DCMAKE_(?:BUILD_TYPE|EXPORT_COMPILE_COMMANDS|VERBOSE_MAKEFILE|POSITION_INDEPENDENT_CODE|CXX_STANDARD|C_STANDARD)(?::\w+)?=\w+|DBUILD_\w+(?::\w+)?=\w+|D\w+:BOOL=\w+|Dbuildtype=\w+)$/,
};

const others: readonly ProgramTable[] = [
  {
    programs: 'gradle gradlew mvn mvnw ant sbt lein',
    operands: 'none',
    options: { ...jvm, '-f -p --file --project': ownFile, ...jvmPlaces },
    check: checkJvm,
  },
  native,
  // A label, `//app:web`, is no path.
  { ...native, programs: 'bazel bazelisk buck buck2 pants', operands: 'none' },
  {
    check: checkMsbuild,
    programs: 'dotnet msbuild nuget swift xcodebuild flutter dart mix rebar3 stack cabal zig',
    readsScript: true,
    options: optionRows(`
      --no-restore --no-build --nologo --no-incremental --force --no-dependencies --self-contained
      --no-self-contained --use-current-runtime --interactive --blame --blame-hang --blame-crash -t
      --list-tests --version --info --list-sdks --list-runtimes -h --help -q --quiet --verbose
      --release --debug --fast --pedantic --no-pub --machine --coverage --trace --slowest --stale
      --failed --force-check --all --warnings-as-errors --check-formatted --verify-no-changes
      --show-bin-path --parallel --strict --skip-build --skip-update --enable-code-coverage --dry-run
      -c --configuration -f --framework -r --runtime -v --verbosity --filter -m -l = text
      --max-failures --seed --only --exclude --include -x --timeout -a --arch --os = text
      --line-length --triple --product --target --jobs --num-workers -j --name --plain-name = text
      --tags --concurrency --flavor --severity = text
    `),
    verbs: {
      'exec tool script eval do repl fsi shell': { hazard: 'installs or runs programs' },
      ef: { mayLose: true },
      'ecto.drop ecto.reset ecto.rollback': { hazard: 'deletes data' },
      'publish push nuget': { hazard: 'changes settings or what is published' },
      'add remove restore format': { writes: true },
    },
  },
  {
    mayLose: true,
    programs: 'rails rake rackup artisan just task invoke fab mage',
    readsScript: true,
    operands: 'none',
    check: checkRails,
    options: optionRows(`
      -f --rakefile --justfile -r --require -I --libdir = read, loads and runs code
      -e -E -p -c --execute --execute-print --command = text, runs the given code
      --shell --shell-arg --chooser = script, runs a program
      --set = text, may run a program
      -t --taskfile -d --dir --working-directory = read, takes its instructions from another folder
      -l --list -a --all -v --verbose -s --silent -q --quiet -n --dry-run -T --tasks -P --prereqs -W
      --where -A -D --describe -m --multitask -N --nosearch --trace --version -V -h --help --summary
      --dry --force -y --yes --list-all --watch -w --parallel --show --evaluate --dump --fmt --check
      --unstable --color --no-color --highlight --no-highlight --variables -j
    `),
  },
];

export const buildTools: readonly ProgramTable[] = [make, cargo, go, compilers, rustc, ...others];
