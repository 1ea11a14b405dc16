import {
  danger,
  type Discovery,
  flag,
  glued,
  loadsCode,
  maybe,
  type Options,
  type ProgramTable,
  reads,
  runs,
  text,
  type Usage,
  writesFile,
} from './program-table';
import { isForeign } from './path-hazards';

/** Variables of make that name programs; `SHELL=./x` runs it for every line. */
function checkMake({ operands, options }: Usage): readonly Discovery[] {
  const goals = operands
    .filter(({ text: word }) => !word.includes('=') && /[$`;&|<>()\s]/.test(word))
    .map(({ text: word }) => ({ reason: `make may hand ${word} to a shell` }));
  const variables = operands
    .filter(({ text: word }) => word.includes('='))
    .map(({ text: word }) => {
      const [name = word] = word.split('=', 1);
      return { reason: `${name.trim()}= sets what make runs`, liftedBy: [word] };
    });
  const foreign = options
    .filter(({ value }) => isForeign(value?.text ?? ''))
    .map(({ word }) => ({ reason: `make runs what others wrote by ${word}` }));
  return [...goals, ...variables, ...foreign];
}

const make: ProgramTable = {
  programs: 'make gmake bmake remake mingw32-make',
  options: {
    '-f --file --makefile': loadsCode,
    '-I --include-dir': loadsCode,
    '-E --eval': danger('runs the given code', 'text'),
    '-C --directory': reads,
    '-j --jobs -l --load-average --max-load -O --output-sync': glued,
    '-o --old-file --assume-old -W --what-if --new-file --assume-new': text,
    '-e --environment-overrides': danger('lets environment variables choose programs'),
    '--debug --trace --shuffle --jobserver-style': glued,
    '-k --keep-going -n --dry-run --just-print -s --silent --quiet -B --always-make': flag,
  },
  check: checkMake,
};

/** After `--` come options of the compiler, some of which name programs. */
function checkCompilerOptions({ name, operands, endedAt }: Usage): readonly Discovery[] {
  const isHanded = /(?:rustc|rustdoc|clippy|fix|doc)$/.test(name);
  const handed = !isHanded || endedAt === undefined ? [] : operands.slice(endedAt);
  return handed
    .filter(({ text: word }) =>
      /^-(?:C|Z|L)|linker|^--(?:codegen|extern|sysroot|config)/.test(word),
    )
    .map(({ text: word }) => ({ reason: `${word} may name a program to run`, liftedBy: [word] }));
}

const cargo: ProgramTable = {
  programs: 'cargo',
  plusFirst: true,
  options: {
    '--config': danger('changes a setting that may name a program to run', 'text'),
    '-C --manifest-path': reads,
    '-Z': danger('turns on unstable features', 'text'),
    '--color': text,
    '-v --verbose -q --quiet --locked --offline --frozen -V --version --list -h --help': flag,
  },
  verbs: {
    'build b check c test t clippy doc d bench run r rustc rustdoc fix nextest': {
      check: checkCompilerOptions,
      options: {
        '--target-dir --out-dir --artifact-dir': { value: 'write' },
        '-p --package --bin --example --test --bench -F --features --target --profile -j': text,
        '--message-format --exclude --jobs': text,
        '--open': danger('opens a browser'),
      },
    },
    fmt: { writes: true },
    'add remove rm update': {
      writes: true,
      operands: 'packages',
      options: {
        '--git --registry --index': danger('takes packages from another registry', 'text'),
        '--path': reads,
      },
    },
    'install uninstall': { hazard: 'installs programs', writes: true, operands: 'packages' },
    'publish login logout owner yank': { hazard: 'changes published packages' },
    'tree metadata locate-project pkgid search version help info clean fetch generate-lockfile': {},
    'new init vendor package': { writes: true },
  },
  otherVerbs: {},
};

/** `go run host/x@latest` fetches and runs what is elsewhere. */
function checkGoRun({ operands }: Usage): readonly Discovery[] {
  return operands
    .slice(0, 1)
    .filter(({ text: word }) => word.includes('@'))
    .map(({ text: word }) => ({ reason: `go run fetches ${word}`, liftedBy: [word] }));
}

const go: ProgramTable = {
  programs: 'go',
  singleDash: true,
  options: {
    '-exec -toolexec -vettool': runs,
    '-C': reads,
    '-o': { value: 'write' },
    '-outputdir -cpuprofile -memprofile -blockprofile -mutexprofile -trace -coverprofile -pkgdir':
      writesFile,
    '-modfile -overlay -workfile -modcacherw -fuzzcachedir': danger('reads another file', 'text'),
    '-ldflags -gcflags -asmflags -gccgoflags -compiler': danger(
      'hands options to a program',
      'text',
    ),
    '-run -bench -count -timeout -tags -mod -p -f -cpu -parallel -covermode -coverpkg -fuzz': text,
    '-v -race -json -short -x -n -a -cover -failfast -i -e -m -u -t -d': flag,
  },
  verbs: {
    run: { check: checkGoRun },
    'build test vet list fmt mod version clean fix help': {},
    doc: { options: { '-http': danger('serves pages') } },
    'bug telemetry': { hazard: 'opens a browser, or sends data' },
    'install get': { hazard: 'installs programs', operands: 'packages', writes: true },
    'generate tool': { hazard: 'runs programs that files name' },
    env: {
      options: { '-w -u': danger('changes settings', 'glued') },
      operands: 'none',
    },
  },
};

const compilers: ProgramTable = {
  programs: 'gcc g++ cc c++ clang clang++ cpp ld lld as tcc icc',
  writes: true,
  options: {
    '-wrapper -fplugin -load -plugin': danger('runs a program', 'text'),
    '-B -specs --specs': danger('chooses which programs it runs', 'text'),
    '-o': { value: 'write' },
    '-Xclang -Xlinker -Xassembler -Xpreprocessor -mllvm': danger(
      'hands options to a program',
      'text',
    ),
    '-x -D -U -l -std -MF -MT': maybe,
    '-I -L -include -isystem': maybe,
  },
  check: checkCompiler,
};

/** Glued forms that no letter of a bundle shows, and option files. */
function checkCompiler({ operands, options }: Usage): readonly Discovery[] {
  const files = operands
    .filter(({ text: word }) => word.startsWith('@'))
    .map(({ text: word }) => ({ reason: `${word} reads options from a file`, liftedBy: [word] }));
  const runs = options
    .filter(({ word }) =>
      /^--?f?(?:plugin|pass-plugin|use-ld|linker|ld-path|wrapper|specs)/.test(word),
    )
    .map(({ word }) => ({ reason: `${word} runs another program`, liftedBy: [word] }));
  const handed = options
    .filter(({ word }) => /^-W[lpa],.*(?:plugin|[/@]|wrap|,-o|-MD|--(?:script|map))/.test(word))
    .map(({ word }) => ({ reason: `${word} hands options to a program`, liftedBy: [word] }));
  return [...files, ...runs, ...handed];
}

const rustc: ProgramTable = {
  programs: 'rustc rustdoc',
  writes: true,
  options: {
    '-C --codegen': danger('may name a linker to run', 'text'),
    '-Z': danger('turns on unstable features', 'text'),
    '-o --out-dir': { value: 'write' },
    '-L --extern --sysroot': loadsCode,
    '--crate-name --crate-type --edition --target --cfg': text,
    '--emit': maybe,
  },
  check: checkCompiler,
};

const projectFile = '-f -p --file --project';
const jvm: Options = {
  '-I --init-script -c --settings-file -b --build-file -s --settings -gs --global-settings':
    loadsCode,
  '-P -D --project-prop --system-prop': maybe,
  '--include-build -t --toolchains': loadsCode,
};

const jvmPlaces: Options = {
  '-l --log-file': writesFile,
  '-g --gradle-user-home': reads,
  '--scan': danger('publishes the build'),
};

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
      /^-[DP](?:exec\.|argLine|jvm|maven\.ext|org\.gradle\.(?:jvm|java))|^-[DP].*executable/i.test(
        word,
      ),
    );
  return [...goals, ...properties].map((word) => ({
    reason: `${name} ${word} runs or publishes more than the build`,
    liftedBy: [word],
  }));
}

/** `-DCMAKE_C_COMPILER=./x` names a program, and what follows `--` goes to the native tool. */
function checkCmake({ options, operands, endedAt }: Usage): readonly Discovery[] {
  const names =
    /^-D\w*(?:COMPILER|LAUNCHER|LINKER|TOOLCHAIN|PROGRAM|COMMAND|RULE|INCLUDE|MODULE_PATH)/;
  const defined = options
    .filter(({ word }) => names.test(word))
    .map(({ word }) => ({ reason: `${word} names a program to run`, liftedBy: [word] }));
  const native = endedAt === undefined ? [] : operands.slice(endedAt);
  const handed = native
    .filter(({ text: word }) => word.includes('='))
    .map(({ text: word }) => ({ reason: `${word} sets what the build runs`, liftedBy: [word] }));
  return [...defined, ...handed];
}

function checkRails({ name, operands: [verb] }: Usage): readonly Discovery[] {
  const word = verb?.text ?? '';
  if (!/^(?:runner|r|console|c|dbconsole|db|plugin)$/.test(word) || name !== 'rails') return [];
  return [{ reason: `rails ${word} runs the code it is given`, liftedBy: [word] }];
}

const others: readonly ProgramTable[] = [
  {
    programs: 'gradle gradlew mvn mvnw ant sbt lein',
    operands: 'none',
    options: { ...jvm, [projectFile]: reads, ...jvmPlaces },
    check: checkJvm,
  },
  {
    programs: 'cmake ctest cpack ninja meson bazel bazelisk buck scons',
    singleDash: true,
    check: checkCmake,
    options: {
      '-P -script -build-and-test': loadsCode,
      '-E -run_under': danger('runs a command', 'text'),
      '-bazelrc': loadsCode,
      '-t': danger('runs a tool', 'text'),
      '-open': danger('opens a program'),
      '-install': danger('installs the build', 'text'),
      '-S -B -C -G -T -A -build -prefix -test-dir -R -L -j -parallel -target': maybe,
    },
  },
  {
    programs: 'dotnet msbuild nuget swift xcodebuild flutter dart mix rebar3 stack cabal zig',
    verbs: {
      'exec tool script eval do repl fsi': { hazard: 'runs code or installs programs' },
      'publish push nuget': { hazard: 'changes published packages' },
      'add remove restore format': { writes: true },
    },
  },
  {
    programs: 'rails rake rackup artisan just task invoke fab',
    operands: 'none',
    check: checkRails,
    options: {
      '-f --rakefile --justfile -r --require -I --libdir': loadsCode,
      '-e -E -p -c --execute --execute-print --command': danger('runs the given code', 'text'),
      '--shell --shell-arg --chooser': runs,
      '--set': danger('replaces text in commands', 'text'),
      '-t --taskfile -d --dir --working-directory': reads,
    },
  },
];

export const buildTools: readonly ProgramTable[] = [make, cargo, go, compilers, rustc, ...others];
