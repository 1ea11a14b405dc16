import { settingsAndNames } from './git-settings';
import {
  runsDiffTools,
  shows,
  strategy,
  switching,
  moving,
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
  flags,
  glued,
  loadsCode,
  reads,
  runs,
  runsFlag,
  text,
  values,
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
    'status ls-files rev-parse describe merge-base show-ref check-ignore count-objects': {
      options: {
        ...flags(`
          -s --short -b --branch --porcelain --long -v -vv --verbose -u --untracked-files --ignored -z
          --column --ahead-behind --renames --find-renames --show-stash --ignore-submodules -c --cached
          -d --deleted -m --modified -o --others -i --stage --unmerged -k --killed -t -f --directory
          --no-empty-directory --eol --deduplicate --exclude-standard --error-unmatch --full-name
          --recurse-submodules --abbrev --sparse --resolve-undo --abbrev-ref --show-toplevel --git-dir
          --verify -q --quiet --symbolic --symbolic-full-name --is-inside-work-tree
          --is-inside-git-dir --is-bare-repository --is-shallow-repository --absolute-git-dir
          --show-prefix --show-cdup --show-superproject-working-tree --all --branches --tags --remotes
          --git-common-dir --revs-only --no-revs --flags --local-env-vars --not --sq
          --show-object-format --contains --exact-match --debug --always --first-parent --dirty
          --broken --is-ancestor -a --octopus --independent --fork-point --head --heads --dereference
          --hash --exists -n --non-matching --no-index --stdin -H --human-readable -r
        `),
        ...values(`
          -x --exclude --exclude-per-directory --with-tree --format --git-path --default --since
          --until --path-format --candidates --match --disambiguate --prefix
        `),
        '-X --exclude-from': reads,
      },
    },
    'blame annotate': {
      options: {
        ...runsDiffTools,
        ...flags(`
          -b --root --show-stats -l -t -p --porcelain --line-porcelain --incremental -M -C -h -s -e -w
          -f -n --show-name --show-number --show-email --score-debug --first-parent --progress -c
          --color-lines --color-by-age
        `),
        ...values('--reverse --encoding --date --since --ignore-rev --abbrev'),
        '-L': text,
        '-S --contents --ignore-revs-file': reads,
      },
    },
    'rev-list name-rev cherry for-each-ref ls-tree cat-file var version show-branch': {
      operands: 'revisions',
      options: {
        ...shows,
        ...flags(`
          -d  --full-name --full-tree --long --object-only --shell --perl --python --tcl --omit-empty
          --batch-check --batch-all-objects --buffer --unordered --topics --list --current --more
          --reflog --independent --sha1-name  --build-options --always --undefined
        `),
        ...values(`
          --sort --points-at --contains --no-contains --merged --no-merged --refs --path
        `),
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
        ...flags(`
          --color --no-color --heading --break --line-number --column --count --name-only
          --files-with-matches --files-without-match --function-context --all-match --and --or --not
          --ignore-case --word-regexp --invert-match --full-name --extended-regexp --perl-regexp
          --fixed-strings --basic-regexp --text -a -r --recursive --exclude-standard
          --recurse-submodules --show-function --only-matching --quiet --null
        `),
        '-A -B -C -m --max-depth --threads': text,
        ...values('--max-count --after-context --before-context --context'),
        '--no-index': danger('reads files outside the repository'),
      },
    },
    add: {
      operands: 'read',
      options: {
        '-i --interactive -p --patch -e --edit': runsFlag,
        '--pathspec-from-file': reads,
        '--chmod': text,
        '-f --force': danger('adds files that are ignored'),
        ...flags(`
          -n --dry-run -v --verbose -u --update -A --all --ignore-removal -N --intent-to-add
          --refresh --ignore-errors --ignore-missing --sparse --renormalize --pathspec-file-nul
        `),
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
        '-e --edit': danger('opens an editor'),
        '-p --patch --interactive': runsFlag,
        ...flags(`
          -a --all --amend --no-edit -v --verbose -q --quiet --dry-run --short --branch --porcelain
          --long -z -s --signoff --reset-author --allow-empty --allow-empty-message -i --include -o
          --only --status --no-post-rewrite --no-gpg-sign --pathspec-file-nul
        `),
      },
    },
    'branch tag': {
      options: {
        '-d -D --delete': danger('deletes it'),
        '-f --force -M -C': danger('moves it'),
        '-e --edit --edit-description': runsFlag,
        '-m --message -u --set-upstream-to --sort --format --contains --merged': text,
        '-F --file': reads,
        ...flags(`
          -a --all -r --remotes -v -vv --verbose -q --quiet -l --list --show-current --color --column
          --track -t --unset-upstream --abbrev -i --ignore-case --create-reflog -n --annotate -c --copy
          --move --omit-empty
        `),
        ...values('--no-contains --no-merged --points-at --cleanup'),
      },
    },
    checkout: { ...switching, check: checkPathspecs },
    switch: switching,
    restore: {
      writes: true,
      hazard: 'discards changes',
      options: {
        '-s --source --conflict': text,
        ...flags('-S --staged -W --worktree -q --quiet --progress --ours --theirs -m --merge'),
      },
    },
    reset: {
      writes: true,
      hazard: 'discards what is staged, or changes',
      options: {
        '--hard --merge --keep': danger('discards changes'),
        '--pathspec-from-file': reads,
        ...flags('-q --quiet --soft --mixed -N --intent-to-add --refresh'),
      },
    },
    clean: {
      writes: true,
      hazard: 'deletes uncommitted files',
      options: {
        '-f --force -x -X': danger('deletes uncommitted files'),
        '-e': text,
        ...flags('-n --dry-run -d -q --quiet'),
      },
    },
    stash,
    'merge pull': {
      writes: true,
      check: checkRemote,
      options: {
        ...remotes,
        '-m -X --strategy-option --cleanup --into-name': text,
        '-s --strategy': strategy,
        '-F --file': reads,
        '-f --force': danger('overwrites branches'),
        '--no-verify': danger('skips the hooks of the repository'),
        ...flags(`
          --no-ff --ff --ff-only --squash --continue --quit --commit --edit -e --stat --log --signoff
          --verify-signatures --autostash --allow-unrelated-histories --rerere-autoupdate --rebase -r
        `),
        '--abort': danger('discards changes'),
      },
    },
    'cherry-pick revert': {
      writes: true,
      options: {
        '-m -X': text,
        '--strategy': strategy,
        '--abort --skip': danger('discards changes'),
        ...flags(`
          -n --no-commit -x -e --edit --continue --quit --ff --allow-empty
          --keep-redundant-commits -s --signoff
        `),
      },
    },
    rm: {
      ...moving,
      hazard: 'deletes files',
    },
    mv: moving,
    rebase: {
      writes: true,
      options: {
        '-x --exec': runs,
        '-i --interactive --edit-todo': danger('opens an editor'),
        '-X --onto --strategy-option --empty --whitespace -C': text,
        '-s --strategy': strategy,
        '--abort --skip': danger('discards changes'),
        ...flags(`
          --continue --quit --autostash --no-ff --keep-base -q --quiet -v --verbose --stat -n -m
          --merge --root --signoff --rebase-merges -r --autosquash --fork-point --update-refs
          --keep-empty --committer-date-is-author-date --ignore-whitespace --reset-author-date
          --show-current-patch --force-rebase -f
        `),
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
    init: {
      options: {
        '--template': loadsCode,
        '--separate-git-dir': { value: 'write' },
        '-b --initial-branch --object-format': text,
        ...flags('-q --quiet --bare'),
      },
      operands: 'write',
    },
    remote: {
      operands: 'none',
      options: flags('-v --verbose --push --all -n --tags --delete --add -p -f'),
      verbs: {
        'add set-url': { hazard: 'changes where git pushes to', check: checkAddresses },
        'rename remove rm prune set-head set-branches': { hazard: 'changes the settings of git' },
        update: { hazard: leaves },
        show: { hazard: leaves },
        'get-url': {},
      },
    },
    ...settingsAndNames,
    archive: {
      options: {
        '-o --output': writesFile,
        '--remote': danger(leaves, 'text'),
        '--exec': runs,
        '--add-file': reads,
        '--format --prefix --mtime': text,
        ...flags('-l --list -v --verbose --worktree-attributes'),
      },
    },
    'format-patch': {
      writes: true,
      options: {
        ...shows,
        '-o --output-directory': writesFile,
        '--signature-file': reads,
        ...flags('--stdout --cover-letter -N --rfc --thread --signoff --zero-commit --no-thread'),
        ...values(`
          --start-number --subject-prefix --in-reply-to --to  --base --signature --suffix
          --reroll-count --interdiff --range-diff
        `),
      },
    },
    'apply am': {
      writes: true,
      check: () => [{ reason: 'writes the files that the patch names' }],
      operands: 'read',
      options: {
        '--unsafe-paths': danger('writes outside the repository'),
        '--directory --exclude --include': text,
        ...flags(`
          --stat --numstat --summary --check --index --cached -3 --3way -R --reverse -p --reject -v
          --verbose -q --quiet --continue --skip --quit --keep-cr -s --signoff --recount -C
        `),
      },
    },
    submodule: {
      operands: 'none',
      options: flags('-q --quiet --recursive --cached --init --remote'),
      verbs: {
        'status summary': {},
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
      options: {
        ...flags('-v --verbose --porcelain -z -q --quiet --detach --all --version'),
        '-b -B --reason': text,
      },
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
    'gc prune repack maintenance': { hazard: 'may run programs, and deletes unreachable commits' },
    'daemon instaweb send-email imap-send http-push shell upload-pack receive-pack upload-archive':
      { hazard: leaves },
    'hook fsmonitor--daemon credential credential-store credential-cache': { hazard: hooks },
    'mktree write-tree commit-tree read-tree checkout-index unpack-file': {
      hazard: 'writes objects or files',
      operands: 'read',
    },
  },
  otherVerbs: { hazard: 'may be an alias, which can run any program' },
};
