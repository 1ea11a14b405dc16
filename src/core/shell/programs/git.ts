import {
  runsDiffTools,
  shows,
  remotes,
  leaves,
  push,
  fetchLike,
  stash,
  checkAddresses,
  checkLines,
  checkPathspecs,
  checkRemote,
} from './git-verbs';
import {
  danger,
  flag,
  glued,
  loadsCode,
  reads,
  runs,
  runsFlag,
  text,
  writesFile,
  type ProgramTable,
} from './program-table';

const hooks = 'runs programs that its file names';

/** Where a verb is not in this list it may be an alias, which can run any program. */
export const git: ProgramTable = {
  programs: 'git',
  ownOptions: true,
  options: {
    '-c --config-env': danger('changes a setting that may name a program to run', 'text'),
    '--exec-path': danger('chooses which programs git runs', 'glued'),
    '--git-dir --work-tree': danger('uses another repository', 'read'),
    '-C': danger('uses the repository in another folder', 'read'),
    '-p --paginate': danger('runs the pager'),
    '--namespace --super-prefix --attr-source': text,
    '--bare': danger('uses another repository'),
    '-P --no-pager --no-replace-objects --literal-pathspecs --no-optional-locks': flag,
    '--glob-pathspecs --noglob-pathspecs --icase-pathspecs --no-lazy-fetch --no-advice': flag,
    '-v --version -h --help --html-path --man-path --info-path --list-cmds': flag,
  },
  verbs: {
    'log show diff whatchanged range-diff shortlog diff-tree diff-index diff-files': {
      options: shows,
      operands: 'revisions',
      check: checkLines,
    },
    reflog: {
      verbs: { 'expire delete drop': { hazard: 'deletes the record of earlier branch positions' } },
      options: shows,
      otherVerbs: {},
    },
    'status ls-files rev-parse describe merge-base show-ref check-ignore count-objects': {},
    'blame annotate': {
      options: { ...runsDiffTools, '-L': text, '-S --contents --ignore-revs-file': reads },
    },
    'rev-list name-rev cherry for-each-ref ls-tree cat-file var version show-branch': {
      operands: 'revisions',
      options: {
        ...shows,
        '--filters': danger('runs a program that the repository names'),
        '--batch --batch-command': danger('shows the objects named in its input', 'glued'),
      },
    },
    help: { operands: 'none', options: { '-w --web': danger('opens a browser') } },
    grep: {
      operands: 'pattern',
      options: {
        ...runsDiffTools,
        '-O --open-files-in-pager': { hazard: 'runs a program', value: 'glued', isScript: true },
        '-e': { value: 'text', isPattern: true },
        '-f': { value: 'read', isPattern: true },
        '-n -i -I -l -L -c -v -w -E -F -P -G -h -H -o -p -W -q -z --cached --untracked': flag,
        '-A -B -C -m --max-depth --threads': text,
        '--no-index': danger('reads files outside the repository'),
      },
    },
    add: {
      operands: 'read',
      options: {
        '-i --interactive -p --patch -e --edit': runsFlag,
        '--pathspec-from-file': reads,
        '--chmod': text,
      },
    },
    commit: {
      operands: 'maybe',
      options: {
        '-m --message --author --date --fixup --squash --cleanup --trailer': text,
        '-C -c --reuse-message --reedit-message': text,
        '-F --file -t --template --pathspec-from-file': reads,
        '-S --gpg-sign': glued,
        '-u --untracked-files': glued,
        '-n --no-verify': danger('skips the hooks of the repository'),
      },
    },
    'branch tag': {
      options: {
        '-d -D --delete': danger('deletes it'),
        '-f --force -M -C': danger('moves it'),
        '-e --edit --edit-description': runsFlag,
        '-m --message -u --set-upstream-to --sort --format --contains --merged': text,
        '-F --file': reads,
      },
    },
    'checkout switch': {
      writes: true,
      options: {
        '-f --force --discard-changes': danger('discards changes'),
        '-b --orphan -c --create --conflict': text,
        '-B -C --force-create': danger('moves a branch', 'text'),
        '-p --patch': runsFlag,
        '--pathspec-from-file': reads,
      },
      check: checkPathspecs,
    },
    restore: { writes: true, hazard: 'discards changes', options: { '-s --source': text } },
    reset: {
      writes: true,
      options: {
        '--hard --merge --keep': danger('discards changes'),
        '--pathspec-from-file': reads,
      },
    },
    clean: {
      writes: true,
      hazard: 'deletes uncommitted files',
      options: { '-f --force -x -X': danger('deletes uncommitted files'), '-e': text },
    },
    stash,
    'merge pull': {
      writes: true,
      check: checkRemote,
      options: {
        ...remotes,
        '-m -X -s --strategy --strategy-option --cleanup': text,
        '-F --file': reads,
      },
    },
    'cherry-pick revert': { writes: true, options: { '-m -X -s --strategy': text } },
    'rm mv': { writes: true, operands: 'write' },
    rebase: {
      writes: true,
      options: {
        '-x --exec': runs,
        '-i --interactive --edit-todo': danger('opens an editor'),
        '-X -s --strategy --onto --strategy-option': text,
      },
    },
    push,
    fetch: fetchLike,
    'clone ls-remote': {
      hazard: leaves,
      check: checkAddresses,
      options: {
        ...remotes,
        '-u': runs,
        '-c --config': danger('changes a setting that may name a program to run', 'text'),
        '--template': loadsCode,
        '-b --branch --origin --reference --separate-git-dir': text,
      },
    },
    init: { options: { '--template': loadsCode, '--separate-git-dir': reads, '-b': text } },
    remote: {
      operands: 'none',
      verbs: {
        'add set-url': { hazard: 'changes where git pushes to', check: checkAddresses },
        'rename remove rm prune set-head set-branches': { hazard: 'changes the settings of git' },
        update: { hazard: leaves },
        'show get-url': {},
      },
    },
    config: {
      hazard: 'may change the settings of git, which name programs to run',
      options: { '-f --file --blob': reads, '-e --edit': runsFlag },
    },
    archive: {
      options: {
        '-o --output': writesFile,
        '--remote': danger(leaves, 'text'),
        '--exec': runs,
        '--add-file': reads,
        '--format --prefix': text,
      },
    },
    'format-patch': {
      writes: true,
      options: { ...shows, '-o --output-directory': writesFile, '--signature-file': reads },
    },
    'apply am': {
      writes: true,
      check: () => [{ reason: 'writes the files that the patch names' }],
      operands: 'read',
      options: {
        '--unsafe-paths': danger('writes outside the repository'),
        '--directory --exclude --include': text,
      },
    },
    submodule: {
      operands: 'none',
      verbs: {
        foreach: { hazard: 'runs a program', takesCommand: true, endsAtOperand: true },
        'update add init sync deinit set-url absorbgitdirs': {
          hazard: 'fetches and changes repositories',
        },
      },
    },
    bisect: {
      operands: 'none',
      verbs: {
        run: { hazard: 'runs a program', takesCommand: true, endsAtOperand: true },
        'start good bad skip reset log terms': {},
      },
      otherVerbs: { hazard: 'may open another program' },
    },
    'worktree bundle': {
      verbs: {
        list: {},
        'add move': { hazard: 'writes to another folder', operands: 'write', writes: true },
        'remove prune': { hazard: 'deletes a folder', operands: 'write', writes: true },
        create: { hazard: 'writes a file', operands: 'write' },
        'verify list-heads': {},
      },
    },
    'difftool mergetool': { hazard: 'runs a program', options: { '-x --extcmd': runs } },
    'filter-branch filter-repo': {
      hazard: 'runs programs and rewrites all commits',
      options: {
        '--setup --env-filter --tree-filter --index-filter --parent-filter --msg-filter': runs,
        '--commit-filter --tag-name-filter': runs,
      },
    },
    'update-ref symbolic-ref replace notes': { hazard: 'changes branches and tags directly' },
    'gc prune repack maintenance': { hazard: 'may run programs, and deletes unreachable commits' },
    'daemon instaweb send-email imap-send http-push shell upload-pack receive-pack upload-archive':
      { hazard: leaves },
    'hook fsmonitor--daemon credential credential-store credential-cache': { hazard: hooks },
    'update-index sparse-checkout lfs': { hazard: 'changes how git treats files' },
    'hash-object mktree write-tree commit-tree read-tree checkout-index unpack-file': {
      hazard: 'writes objects or files',
      operands: 'read',
    },
  },
  otherVerbs: { hazard: 'may be an alias, which can run any program' },
};
