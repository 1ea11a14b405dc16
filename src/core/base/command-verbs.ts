import { isPlainCommand, programWord } from './plain-command';

/** They run whatever text or file they are given, so that one word more is another program. */
const interpreters = [
  ...['sh', 'bash', 'dash', 'zsh', 'ksh', 'csh', 'tcsh', 'fish', 'busybox', 'cmd', 'powershell'],
  ...['pwsh', 'node', 'nodejs', 'deno', 'bun', 'tsx', 'ts-node', 'python', 'pypy', 'ipython'],
  ...['ruby', 'irb', 'perl', 'php', 'lua', 'luajit', 'tclsh', 'r', 'rscript', 'julia', 'java'],
  ...['jshell', 'groovy', 'scala', 'kotlin', 'awk', 'gawk', 'mawk', 'nawk', 'sed', 'vi', 'vim'],
  ...['nvim', 'ex', 'ed', 'emacs', 'psql', 'mysql', 'sqlite', 'mongosh', 'gdb', 'lldb', 'expect'],
];

/** They run tasks and packages by name, and each name stands for another program. */
const taskRunners = [
  ...['npm', 'npx', 'pnpm', 'pnpx', 'yarn', 'bunx', 'corepack', 'nx', 'turbo', 'lerna', 'gulp'],
  ...['grunt', 'pip', 'pipx', 'uv', 'uvx', 'poetry', 'pdm', 'hatch', 'rye', 'tox', 'nox', 'conda'],
  ...['mamba', 'make', 'gmake', 'cmake', 'ninja', 'meson', 'bazel', 'just', 'task', 'rake', 'gem'],
  ...['bundle', 'rails', 'composer', 'artisan', 'gradle', 'gradlew', 'mvn', 'mvnw', 'ant', 'sbt'],
  ...['lein', 'mix', 'stack', 'cabal', 'nix', 'nix-shell', 'invoke', 'fab', 'ansible', 'direnv'],
];

/** They run another program: elsewhere, as somebody else, in other surroundings, or on each file. */
const wrappers = [
  ...['sudo', 'doas', 'su', 'runuser', 'pkexec', 'ssh', 'mosh', 'docker', 'podman', 'nerdctl'],
  ...[
    'kubectl',
    'oc',
    'vagrant',
    'chroot',
    'unshare',
    'nsenter',
    'env',
    'xargs',
    'parallel',
    'find',
  ],
  ...['fd', 'watch', 'entr', 'time', 'timeout', 'nice', 'ionice', 'nohup', 'setsid', 'stdbuf'],
  ...['script', 'strace', 'ltrace', 'valgrind', 'flock', 'screen', 'tmux', 'systemd-run', 'at'],
  ...['crontab', 'exec', 'eval', 'command', 'builtin', 'source', '.', 'coproc', 'trap', 'alias'],
];

/** Their first word is what they work on, not what they do. */
const verbless = [
  ...['rm', 'rmdir', 'mv', 'cp', 'ln', 'ls', 'dir', 'cat', 'tac', 'head', 'tail', 'less', 'more'],
  ...['mkdir', 'mktemp', 'touch', 'truncate', 'shred', 'tee', 'dd', 'install', 'chmod', 'chown'],
  ...[
    'chgrp',
    'cd',
    'pushd',
    'echo',
    'printf',
    'test',
    'kill',
    'pkill',
    'killall',
    'grep',
    'egrep',
  ],
  ...['rg', 'ag', 'ack', 'wc', 'sort', 'uniq', 'cut', 'tr', 'diff', 'cmp', 'patch', 'stat', 'file'],
  ...['du', 'df', 'tree', 'realpath', 'readlink', 'basename', 'dirname', 'which', 'type', 'man'],
  ...['tar', 'zip', 'unzip', 'gzip', 'gunzip', 'xz', 'curl', 'wget', 'nc', 'scp', 'sftp', 'rsync'],
  ...['tsc', 'eslint', 'prettier', 'stylelint', 'jest', 'vitest', 'mocha', 'ava', 'pytest', 'mypy'],
  ...['black', 'flake8', 'pylint', 'rustc', 'rustfmt', 'gofmt', 'gcc', 'g++', 'cc', 'c++', 'clang'],
  ...['javac', 'ld', 'as', 'shellcheck', 'jq', 'yq', 'column', 'seq', 'date', 'sleep', 'id', 'who'],
  ...['ping', 'dig', 'host', 'nslookup', 'open', 'xdg-open', 'code', 'export', 'unset', 'set'],
];

const exactPrograms: ReadonlySet<string> = new Set([
  ...interpreters,
  ...taskRunners,
  ...wrappers,
  ...verbless,
]);

/** Verbs of other programs that run what their arguments or the settings say. */
const exactVerbs: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    git: [
      ...['config', 'bisect', 'submodule', 'difftool', 'mergetool', 'filter-branch', 'rebase'],
      ...['clone', 'fetch', 'pull', 'push', 'ls-remote', 'archive', 'grep', 'send-email'],
    ],
    cargo: ['run', 'install', 'watch', 'script'],
    go: ['run', 'generate', 'tool', 'install'],
    dotnet: ['run', 'exec', 'tool', 'msbuild', 'script'],
    swift: ['run', 'repl'],
    dart: ['run'],
    flutter: ['run'],
    gh: ['alias', 'extension', 'api'],
    brew: ['install', 'tap', 'ruby', 'irb'],
  }).map(([program, verbs]) => [program, new Set(verbs)]),
);

/**
 * Program and verb of a plain command, `git status`, where it is the verb that says what happens;
 * undefined where another argument would make it another program, or destroy something else.
 */
export function programAndVerb(command: string): string | undefined {
  if (!isPlainCommand(command)) return undefined;
  const program = programWord(command);
  const verb = command.split(' ', 2)[1];
  if (verb === undefined || !/^[a-z][a-z0-9]*(?:[-:][a-z0-9]+)*$/.test(verb)) return undefined;
  // A program named by its path may be any file of the workspace.
  if (!/^[\w.+-]+$/.test(program)) return undefined;
  const known = knownName(program);
  if (exactPrograms.has(known) || exactVerbs.get(known)?.has(verb) === true) return undefined;
  return `${program} ${verb}`;
}

/** `Python3.12.exe` is `python`. */
function knownName(program: string): string {
  const name = program.toLowerCase().replace(/\.(?:exe|cmd|bat|ps1)$/, '');
  return exactPrograms.has(name) ? name : name.replace(/-?\d[\d.]*$/, '');
}
