import {
  danger,
  type Discovery,
  flag,
  glued,
  loadsCode,
  maybe,
  type Options,
  type ProgramTable,
  runsCode,
  text,
  type Usage,
} from './program-table';
import { checkInPlace } from './script-checks';

const interactive = danger('opens a prompt that runs what it reads');
const listens = danger('lets other programs run code in this process', 'glued');

/** Without a file the program comes from the input, which no rule has seen. */
function checkSource(usage: Usage): readonly Discovery[] {
  const { name, operands, options } = usage;
  const [first] = operands;
  if (first !== undefined && first.text !== '-') return [];
  const isGiven = options.some(({ rule }) => rule?.isPattern === true);
  if (isGiven && first === undefined) return [];
  return [{ reason: `${name} runs the program that it reads from its input` }];
}

/** `node inspect` opens the debugger; an address is code from elsewhere. */
function checkNode({ operands: [first] }: Usage): readonly Discovery[] {
  const word = first?.text ?? '';
  if (word !== 'inspect' && !/^\w{2,}:/.test(word)) return [];
  return [
    { reason: `node ${word} opens the debugger, or runs code from elsewhere`, liftedBy: [word] },
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
    operands: 'maybe',
    options,
    check: (usage) => [
      ...checkSource(usage),
      ...(isPython.test(usage.name) ? checkModule(usage) : []),
      ...(usage.name === 'node' ? checkNode(usage) : []),
      ...(changesFiles.has(usage.name) ? checkInPlace(usage) : []),
    ],
  };
}

const python = interpreter('python python2 python3 pypy pypy3 py', {
  '-c': lastCode,
  '-i': interactive,
  '-m': { value: 'text', isPattern: true, ends: true },
  '-W -X --check-hash-based-pycs': text,
  '-V --version -h --help': ends,
});

/** Modules that run code they are given, or let others in. */
const openModules =
  /^(?:timeit|pdb|bdb|code|codeop|idlelib|asyncio|cProfile|profile|trace|runpy|http\.server|pydoc|webbrowser|smtpd|antigravity|ensurepip)$/;

/** `-X pycache_prefix=/tmp` writes there, and `-W error::a.B` loads a. */
const openSettings = /^pycache_prefix=|^[^:]*:[^:]*:[^:]*[.]/;

function checkModule({ options, operands }: Usage): readonly Discovery[] {
  return [...checkInstall(operands, options), ...checkSettings(options), ...openModule(options)];
}

function checkSettings(options: Usage['options']): readonly Discovery[] {
  return options
    .filter(({ name, value }) => /^-[WX]$/.test(name) && openSettings.test(value?.text ?? ''))
    .map(({ word }) => ({ reason: `${word} writes elsewhere, or loads code`, liftedBy: [word] }));
}

/** A rule for Python is none for what comes from elsewhere. */
function checkInstall(
  operands: Usage['operands'],
  options: Usage['options'],
): readonly Discovery[] {
  const isPip = options.some(({ name, value }) => name === '-m' && value?.text === 'pip');
  const verb = operands[0]?.text ?? '';
  if (!isPip || !/^(?:install|download|wheel|config)$/.test(verb)) return [];
  return [{ reason: `pip ${verb} brings code from outside`, liftedBy: ['pip', verb] }];
}

function openModule(options: Usage['options']): readonly Discovery[] {
  return options
    .filter(({ name, value }) => name === '-m' && openModules.test(value?.text ?? ''))
    .map(({ value, word }) => {
      const module = value?.text ?? '';
      const liftedBy = word.endsWith(module) ? [word] : [word, module];
      return { reason: `the module ${module} runs code that it is given`, liftedBy };
    });
}

const node = interpreter('node nodejs tsx ts-node electron', {
  '-e --eval -p --print -pe': code,
  '-r --require --import --loader --experimental-loader': loadsCode,
  '-i --interactive': interactive,
  '--inspect --inspect-brk --inspect-wait --inspect-port --debug': listens,
  '--env-file --env-file-if-exists --experimental-config-file': danger(
    'sets variables from a file',
    'read',
  ),
  '--run': { value: 'text', isPattern: true },
  '-C --conditions --title --icu-data-dir --stack-trace-limit': text,
  '--diagnostic-dir --report-dir --redirect-warnings --cpu-prof-dir --heap-prof-dir': danger(
    'writes a file',
    'write',
  ),
  '--openssl-config --snapshot-blob --build-sea': loadsCode,
  '-v --version -h --help --test': ends,
  '--test-reporter --test-global-setup': loadsCode,
  '-c --check': flag,
});

const ruby = interpreter('ruby jruby irb', {
  '-e': code,
  '-r': loadsCode,
  '-i': danger('changes the files', 'glued'),
  '-I -C -X': danger('loads code from a folder', 'read'),
  '-S -s -x -n -p -a -l -w': flag,
  '-E -F -K -W --encoding --external-encoding': maybe,
  '-v --version -h --help': ends,
});

const perl = interpreter('perl perl5', {
  '-e -E': code,
  '-M -m -I': danger('loads code', 'text'),
  '-d -D': danger('runs a debugger', 'glued'),
  '-i': danger('changes the files', 'glued'),
  '-F': glued,
  '-0 -l -C -n -p -a -w -W -t -T -s -S -u -U -c -g': flag,
  '-x': { value: 'glued' },
  '-v -V': ends,
});

const php = interpreter('php php8 hhvm', {
  '-r --run -B --process-begin -R --process-code -E --process-end': code,
  '-d --define -z --zend-extension': danger('may load code', 'text'),
  '-c --php-ini': loadsCode,
  '-a --interactive': interactive,
  '-S --server': { ...danger('serves files', 'text'), isPattern: true },
  '-f --file': { value: 'read', isPattern: true },
  '-t --docroot': { value: 'read' },
  '-F --process-file': loadsCode,
  '-l --syntax-check': flag,
  '-v --version -m --modules -i --info -h --help': ends,
});

const others: readonly ProgramTable[] = [
  interpreter('lua luajit texlua', {
    '-e': code,
    '-l': loadsCode,
    '-i': interactive,
    '-v': ends,
  }),
  interpreter('rscript r julia octave elixir iex erl escript ghci runghc', {
    '-e --eval -E --print -r -x': code,
    '-L --load -f --file': loadsCode,
    '-i --interactive': interactive,
    '-v --version --help': ends,
  }),
  interpreter('groovy scala kotlin jshell clojure clj bb racket guile sbcl', {
    '-e --eval -Sdeps --expression': code,
    '-c -f -l --load -i --init -J -D': loadsCode,
    '-v --version --help': ends,
  }),
  interpreter('dc bc m4 gnuplot crystal nim ghc', {
    '-e --expression --eval': code,
    '-f --file -pgmF -F': loadsCode,
    '-v -V --version --help': ends,
  }),
  interpreter('osascript tclsh wish expect gjs pwsh powershell', {
    '-c -Command': { ...code, isScript: true },
    '-e -C -EncodedCommand -ec -enc': code,
    '-File -l': { value: 'read', isPattern: true },
    '-v --version -Version': ends,
  }),
  interpreter('fish csh tcsh nu elvish xonsh', {
    '-c --command -C --init-command': { ...code, isScript: true },
    '-i --interactive -l --login': danger('runs the startup files of the shell'),
    '-v --version --help': ends,
  }),
  {
    programs: 'java javaw',
    singleDash: true,
    endsAtOperand: true,
    options: {
      '-jar': { value: 'read', isPattern: true },
      '-cp -classpath -class-path -p -module-path -m -module': maybe,
    },
    check: ({ options }) =>
      options
        .filter(({ name }) =>
          /^-(?:javaagent|agentlib|agentpath|XX:(?:On|Flags|VMOptions|HeapDumpPath)|Xbootclasspath|Xlog|Xdebug|Xrun)/.test(
            name,
          ),
        )
        .map(({ name, word }) => ({
          reason: `${name} loads or runs code, or writes`,
          liftedBy: [word],
        })),
  },
  {
    programs: 'sqlite3 psql mysql mariadb mongosh redis-cli duckdb',
    operands: 'maybe',
    hazard: 'runs statements that may change data',
    options: {
      '-c -e --command --execute --eval -cmd': danger('runs the given statements', 'text'),
      '-f --file -init': loadsCode,
      '-o --output -L --log-file --tee': { value: 'write', hazard: 'writes a file' },
      '--pager -X': danger('runs a program', 'glued'),
      '--init-command --init-file': danger('runs the given statements', 'text'),
      '-h --host --hostname': danger('reaches another machine', 'text'),
      '-p --port -U -u --username --user -d --dbname --database': text,
      '-V --version --help': ends,
    },
    check: checkDatabase,
  },
];

/** Commands and functions that reach beyond the data. */
const leavesDatabase =
  /^\s*\.(?!tables|schema|indexes|databases|headers|mode|help|version)|\\[!ogiwcs]|\b(?:writefile|readfile|load_extension|load_file|edit|attach|fsdir|into\s+['"]|flush(?:all|db)|replicaof|slaveof|outfile|dumpfile|copy|pg_read|pg_write|lo_import|lo_export|system|source)/i;

/** Clients of databases read statements, some of which run programs, from operands and input. */
function checkDatabase({ name, operands, options }: Usage): readonly Discovery[] {
  if (options.some(({ rule }) => rule?.isPattern === true)) return [];
  const given = options.flatMap(({ value }) => (value === undefined ? [] : [value]));
  const outside = [...operands, ...given].find(({ text: word }) => leavesDatabase.test(word));
  if (operands.some(({ text: word }) => /^\w+:\/\//.test(word))) {
    return [{ reason: `${name} reaches another machine` }];
  }
  const needed = /^(?:sqlite3|duckdb)$/.test(name) ? 2 : name === 'redis-cli' ? 1 : Infinity;
  if (outside === undefined && given.length === 0 && operands.length < needed) {
    return [{ reason: `${name} runs the statements that it reads from its input` }];
  }
  return outside === undefined
    ? []
    : [{ reason: `${name} runs a program, or reads or writes a file` }];
}

export const interpreters: readonly ProgramTable[] = [python, node, ruby, perl, php, ...others];
