import { say } from '../../base/sentence';
import {
  danger,
  type Discovery,
  optionRows,
  type Options,
  type ProgramTable,
  runsCode,
  type Usage,
} from './program-table';
import { checkPythonModule } from './python-modules';
import { checkInPlace } from './script-checks';
import { lossHazards } from './word-checks';

const interactive = danger('opens a prompt that runs what it reads');
const listens = danger('lets other programs run code in this process', 'glued');

/** Without a file the program comes from the input, which no rule has seen. */
function checkSource(usage: Usage): readonly Discovery[] {
  const { name, operands, options } = usage;
  const [first] = operands;
  if (first?.text === 'eval') {
    return [{ reason: say`${name} eval runs the given code`, liftedBy: ['eval'] }];
  }
  if (first !== undefined && first.text !== '-') return [];
  const isGiven = options.some(({ rule }) => rule?.isPattern === true);
  if (isGiven && first === undefined) return [];
  return [{ reason: say`${name} runs the program that it reads from its input` }];
}

/** Verbs of Django that delete. */
function checkManage({ name, operands: [script, verb, ...more] }: Usage): readonly Discovery[] {
  if (verb === undefined || !/(?:^|\/)(?:manage\.py|artisan|console)$/.test(script?.text ?? '')) {
    return [];
  }
  if (/^(?:tinker|shell|shell_plus|dbshell|console)$/.test(verb.text)) {
    return [{ reason: say`${name} ${verb.text} runs what it is given`, liftedBy: [verb.text] }];
  }
  const back = more.filter(({ text: word }) => word === 'zero');
  const undone = back.map((): Discovery => ({
    reason: say`${name} takes migrations back`,
    staysHere: true,
    liftedBy: ['zero'],
  }));
  return [...lossHazards(name, [verb]), ...undone];
}

/** `node inspect` opens the debugger; an address is code from elsewhere. */
function checkNode({ operands: [first] }: Usage): readonly Discovery[] {
  const word = first?.text ?? '';
  if (word !== 'inspect' && !/^\w{2,}:/.test(word)) return [];
  return [
    { reason: say`node ${word} opens the debugger, or runs code from elsewhere`, liftedBy: [word] },
  ];
}

const isPython = /^(?:python|pypy|py)[\d.]*$/i;

/** Programs whose `-i` opens no prompt. */
const changesFiles = new Set(['perl', 'perl5', 'ruby']);

const code = { ...runsCode, isPattern: true } as const;
const lastCode = { ...code, ends: true } as const;
const ends = { isPattern: true } as const;

function interpreter(programs: string, options: Options): ProgramTable {
  return {
    programs,
    endsAtOperand: true,
    readsScript: true,
    operands: 'maybe',
    options,
    check: (usage) => [
      ...checkSource(usage),
      ...checkManage(usage),
      ...(isPython.test(usage.name) ? checkModule(usage) : []),
      ...(usage.name === 'node' ? checkNode(usage) : []),
      ...(usage.name.startsWith('php') ? checkInput(usage) : []),
      ...(changesFiles.has(usage.name) ? checkInPlace(usage) : []),
    ],
  };
}

/** `php -- x`: the words are for the script, which is the input. */
function checkInput({ name, endedAt, options }: Usage): readonly Discovery[] {
  const isGiven = options.some(({ rule }) => rule?.isPattern === true || rule?.ends === true);
  return endedAt === 0 && !isGiven
    ? [{ reason: say`${name} runs what it reads from its input` }]
    : [];
}

const python = interpreter('python python2 python3 pypy pypy3 py', {
  ...optionRows(`
    -W -X --check-hash-based-pycs = text
    -u -B -O -OO -S -s -E -I -q -v -b -bb -P -R -x -d
  `),
  '-c': lastCode,
  '-i': interactive,
  '-m': { value: 'text', isPattern: true, ends: true },
  '-V --version -h --help': ends,
});

/** `-X pycache_prefix=/tmp` writes there, and `-W error::a.B` loads a. */
const openSettings = /^pycache_prefix=|^[^:]*:[^:]*:[^:]*[.]/;

function checkModule({
  options,
  operands,
}: Pick<Usage, 'options' | 'operands'>): readonly Discovery[] {
  return [...checkPythonModule({ options, operands }), ...checkSettings(options)];
}

function checkSettings(options: Usage['options']): readonly Discovery[] {
  return options
    .filter(({ name, value }) => /^-[WX]$/.test(name) && openSettings.test(value?.text ?? ''))
    .map(({ word }) => ({
      reason: say`${word} writes elsewhere, or loads code`,
      liftedBy: [word],
    }));
}

const node = interpreter('node nodejs tsx ts-node electron', {
  ...optionRows(`
    -r --require --import --loader --experimental-loader = read, loads and runs code
    --openssl-config --snapshot-blob --build-sea --test-global-setup = read, loads and runs code
    --env-file --env-file-if-exists --experimental-config-file = read, sets variables from a file
    -C --conditions --title --icu-data-dir --stack-trace-limit --max-old-space-size = text
    --max-semi-space-size --max_old_space_size --stack-size --unhandled-rejections = text
    --input-type --experimental-default-type --dns-result-order --test-name-pattern = text
    --test-skip-pattern --test-concurrency --test-timeout --test-shard --test-isolation = text
    --test-coverage-include --test-coverage-exclude --test-coverage-lines = text
    --test-coverage-branches --test-coverage-functions --disable-warning = text
    --max-http-header-size --network-family-autoselection --secure-heap = text
    --trace-event-categories --allow-fs-read = text
    --diagnostic-dir --report-dir --redirect-warnings --cpu-prof-dir = write, writes a file
    --heap-prof-dir = write, writes a file
    -c --check --no-warnings --trace-warnings --trace-deprecation --no-deprecation
    --throw-deprecation --pending-deprecation --enable-source-maps --experimental-strip-types
    --experimental-transform-types --experimental-vm-modules --experimental-json-modules
    --experimental-sqlite --experimental-websocket --experimental-test-coverage
    --experimental-test-module-mocks --experimental-test-isolation --test-only --test-force-exit
    --test-update-snapshots --watch --watch-preserve-output --trace-uncaught --expose-gc --expose_gc
    --preserve-symlinks --preserve-symlinks-main --use-openssl-ca --use-system-ca
    --no-experimental-strip-types --no-experimental-require-module
    --no-experimental-global-navigator --experimental-specifier-resolution
    --experimental-import-meta-resolve --permission --experimental-permission --use-strict --harmony
    --trace-exit --trace-sync-io --frozen-intrinsics --experimental-detect-module
    --experimental-global-webcrypto --abort-on-uncaught-exception --force-color --no-addons
    --no-global-search-paths --disable-wasm-trap-handler --v8-options
  `),
  '-e --eval -p --print -pe': code,
  '-i --interactive': interactive,
  '--inspect --inspect-brk --inspect-wait --inspect-port --debug': listens,
  '--run': { value: 'text', isPattern: true },
  '-v --version -h --help --test': ends,
  '--test-reporter': { value: 'text', only: /^(?:spec|tap|dot|junit|lcov)$/ },
  '--test-reporter-destination': { value: 'text', only: /^std(?:out|err)$/ },
});

const ruby = interpreter('ruby jruby irb', {
  ...optionRows(`
    -r = read, loads and runs code
    -i = glued, writes files
    -I -C -X = read, loads and runs code
    -S -s -x -n -p -a -l -w -c -d -t -u -U --verbose --yjit --jit --enable-frozen-string-literal
    --disable-gems
    -E -F -K -W --encoding --external-encoding --internal-encoding = maybe
  `),
  '-e': code,
  '-v --version -h --help': ends,
});

const perl = interpreter('perl perl5', {
  ...optionRows(`
    -M -m -I = text, loads and runs code
    -d -D = glued, opens a debugger
    -i = glued, writes files
    -F -x = glued
    -0 -l -C -n -p -a -w -W -t -T -s -S -u -U -c -g
  `),
  '-e -E': code,
  '-v -V': ends,
});

const php = interpreter('php php8 hhvm', {
  ...optionRows(`
    -d --define -z --zend-extension = text, may load code
    -c --php-ini -F --process-file = read, loads and runs code
    -t --docroot = read
    -l --syntax-check -n --no-php-ini -q --no-header -w --strip -H --hide-args
  `),
  '-r --run -B --process-begin -R --process-code -E --process-end': code,
  '-a --interactive': interactive,
  '-S --server': { ...danger('serves files', 'text'), isPattern: true },
  '-f --file': { value: 'read', isPattern: true },
  '-v --version -m --modules -i --info -h --help': ends,
});

const others: readonly ProgramTable[] = [
  interpreter('lua luajit texlua', {
    ...optionRows('-l = read, loads and runs code'),
    '-e': code,
    '-i': interactive,
    '-v': ends,
  }),
  interpreter('rscript r julia octave elixir iex erl escript ghci runghc', {
    ...optionRows('-L --load -f --file = read, loads and runs code'),
    '-e --eval -E --print -r -x': code,
    '-i --interactive': interactive,
    '-v --version --help': ends,
  }),
  interpreter('groovy scala kotlin jshell clojure clj bb racket guile sbcl', {
    ...optionRows('-c -f -l --load -i --init -J -D = read, loads and runs code'),
    '-e --eval -Sdeps --expression': code,
    '-v --version --help': ends,
  }),
  interpreter('dc bc m4 gnuplot crystal nim ghc ocaml groovysh clisp swipl', {
    ...optionRows('-f --file -pgmF -F = read, loads and runs code'),
    '-e --expression --eval': code,
    '-v -V --version --help': ends,
  }),
  interpreter('osascript tclsh wish expect gjs pwsh powershell', {
    '-c -Command': { ...code, isScript: true },
    '-e -C -EncodedCommand -ec -enc': code,
    '-File -l': { value: 'read', isPattern: true },
    '-v --version -Version': ends,
  }),
  interpreter('fish csh tcsh nu elvish xonsh', {
    ...optionRows('-i --interactive -l --login = runs the startup files of the shell'),
    '-c --command -C --init-command': { ...code, isScript: true },
    '-v --version --help': ends,
  }),
  {
    programs: 'java javaw',
    singleDash: true,
    endsAtOperand: true,
    readsScript: true,
    safe: /^-(?:X(?:mx|ms|ss|mn)\d+[kmgKMG]?|D\w+(?:\.\w+)*=[\w,.-]*|ea|esa|da|dsa|server|client|version|showversion|help|h|verbose|Xint|Xcomp|XX:[-+](?!On|Heap|Flight|Unlock|Start)\w+|-version|-enable-preview)$/,
    options: {
      ...optionRows(`
        -add-opens -add-exports -add-modules -add-reads -source -release = text
        -cp -classpath -class-path -p -module-path -m -module = maybe
      `),
      '-jar': { value: 'read', isPattern: true },
    },
    check: ({ options, operands }) => [
      ...operands
        .slice(0, 1)
        .filter(({ text: word }) => word.startsWith('@'))
        .map(({ text: word }) => ({
          reason: say`${word} reads options from a file`,
          liftedBy: [word],
        })),
      ...options
        .filter(({ name }) =>
          /^-(?:javaagent|agentlib|agentpath|XX:(?:On|Flags|VMOptions|HeapDumpPath)|Xbootclasspath|Xlog|Xdebug|Xrun)/.test(
            name,
          ),
        )
        .map(({ name, word }) => ({
          reason: say`${name} loads or runs code, or writes`,
          liftedBy: [word],
        })),
    ],
  },
  {
    programs: 'sqlite3 psql mysql mariadb mongosh redis-cli duckdb',
    mayLose: true,
    readsScript: true,
    operands: 'maybe',
    hazard: 'may change existing data',
    options: {
      ...optionRows(`
        -c -e --command --execute --eval -cmd --init-command = text, runs the given code
        --init-file = text, runs the given code
        -f --file -init = read, loads and runs code
        -o --output -L --log-file --tee = write, writes a file
        --pager -X = glued, runs a program
        -h --host --hostname = text, reaches another machine
        -p --port -U -u --username --user -d --dbname --database -v --set --variable -F = text
        --field-separator -R --record-separator -P --pset -separator = text
        -A -t -q -x -w -W -E -H -l -n --quiet --tuples-only --no-align --expanded --no-psqlrc --csv
        --list --echo-queries -a -b --no-password --single-transaction -1 -header -noheader -csv
        -json -column -line -list -markdown -table -box -html -readonly -batch -interactive -bail
        -safe -echo --batch --silent -s --skip-column-names -N --table --vertical --raw -r --json
        --no-auth-warning --force -B -G
      `),
      '-V --version --help': ends,
    },
    check: checkDatabase,
  },
];

/** Programs that write what a database holds. */
export const databaseDumps: readonly ProgramTable[] = [
  {
    programs: 'pg_dump pg_dumpall',
    operands: 'none',
    options: {
      ...optionRows(`
        -f --file = write, writes a file
        -h --host = text, reaches another machine
        -F --format -U --username -p --port -n --schema -N --exclude-schema -t --table -T = text
        --exclude-table --exclude-table-data -Z --compress -j --jobs -E --encoding -l --database = text
        -S --superuser --role --section --lock-wait-timeout --rows-per-insert -d --dbname = text
        -s --schema-only -a --data-only -O --no-owner -x --no-privileges --no-acl -c --clean -C
        --create --if-exists --inserts --column-inserts -v --verbose -w --no-password -W --password
        -g --globals-only -r --roles-only --no-comments --no-tablespaces -b --blobs --no-sync
      `),
      '-V --version --help': ends,
    },
    check: ({ name, operands, options }) => {
      const given = [...operands, ...options.flatMap(({ value }) => value ?? [])];
      const isFar = given.some(({ text }) => /:\/\/|\b(?:host(?:addr)?|service)\s*=/.test(text));
      return isFar ? [{ reason: say`${name} reaches another machine` }] : [];
    },
  },
];

/** Commands and functions that reach beyond the data. */
const leavesDatabase =
  /^\s*\.(?!tables|schema|indexes|databases|headers|mode|help|version)|\\[!ogiwcs]|\b(?:writefile|readfile|load_extension|load\s+['"]|install\s|load_file|edit|attach|fsdir|into\s+['"]|flush(?:all|db)|replicaof|slaveof|outfile|dumpfile|copy|pg_read|pg_write|lo_import|lo_export|system|source)/i;

/** Clients of databases read statements, some of which run programs, from operands and input. */
function checkDatabase({ name, operands, options }: Usage): readonly Discovery[] {
  if (options.some(({ rule }) => rule?.isPattern === true)) return [];
  const given = options.flatMap(({ value }) => (value === undefined ? [] : [value]));
  if (
    [...operands, ...given].some(({ text: word }) => /\b(?:host(?:addr)?|service)\s*=/.test(word))
  ) {
    return [{ reason: say`${name} reaches another machine` }];
  }
  const outside = [...operands, ...given].find(({ text: word }) => leavesDatabase.test(word));
  if (operands.some(({ text: word }) => /^\w+:\/\//.test(word))) {
    return [{ reason: say`${name} reaches another machine` }];
  }
  const needed = /^(?:sqlite3|duckdb)$/.test(name) ? 2 : name === 'redis-cli' ? 1 : Infinity;
  if (outside === undefined && given.length === 0 && operands.length < needed) {
    return [{ reason: say`${name} runs the statements that it reads from its input` }];
  }
  return outside === undefined
    ? []
    : [{ reason: say`${name} runs a program, or reads or writes a file` }];
}

export const interpreters: readonly ProgramTable[] = [python, node, ruby, perl, php, ...others];
