import { say } from '../../base/sentence';
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
import { danger, optionRows, type ProgramTable } from './program-table';

const hooks = 'runs programs that a file names';

/** Where a verb is not in this list it may be an alias, which can run any program. */
export const git: ProgramTable = {
  programs: 'git',
  ownOptions: true,
  options: optionRows(`
    -c --config-env = text, changes a setting that may name a program to run
    --exec-path = glued, chooses which programs it runs
    --git-dir --work-tree = read, uses another repository
    -C = read, uses another repository
    -p --paginate = runs a program
    --namespace --super-prefix --attr-source = text
    --bare = uses another repository
    -P --no-pager --no-replace-objects --literal-pathspecs --no-optional-locks --glob-pathspecs
    --noglob-pathspecs --icase-pathspecs --no-lazy-fetch --no-advice -v --version -h --help
    --html-path --man-path --info-path --list-cmds
  `),
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
      options: optionRows(`
        -s --short -b --branch --porcelain --long -v -vv --verbose -u --untracked-files --ignored -z
        --column --ahead-behind --renames --find-renames --show-stash --ignore-submodules -c
        --cached -d --deleted -m --modified -o --others -i --stage --unmerged -k --killed -t -f
        --directory --no-empty-directory --eol --deduplicate --exclude-standard --error-unmatch
        --full-name --recurse-submodules --abbrev --sparse --resolve-undo --abbrev-ref
        --show-toplevel --git-dir --verify -q --quiet --symbolic --symbolic-full-name
        --is-inside-work-tree --is-inside-git-dir --is-bare-repository --is-shallow-repository
        --absolute-git-dir --show-prefix --show-cdup --show-superproject-working-tree --all
        --branches --tags --remotes --git-common-dir --revs-only --no-revs --flags --local-env-vars
        --not --sq --show-object-format --contains --exact-match --debug --always --first-parent
        --dirty --broken --is-ancestor -a --octopus --independent --fork-point --head --heads
        --dereference --hash --exists -n --non-matching --no-index --stdin -H --human-readable -r
        -x --exclude --exclude-per-directory --with-tree --format --git-path --default = text
        --since --until --path-format --candidates --match --disambiguate --prefix = text
        -X --exclude-from = read
      `),
    },
    'blame annotate': {
      options: {
        ...optionRows(`
          -b --root --show-stats -l -t -p --porcelain --line-porcelain --incremental -M -C -h -s -e
          -w -f -n --show-name --show-number --show-email --score-debug --first-parent --progress -c
          --color-lines --color-by-age
          --reverse --encoding --date --since --ignore-rev --abbrev -L = text
          -S --contents --ignore-revs-file = read
        `),
        ...runsDiffTools,
      },
    },
    'rev-list name-rev cherry for-each-ref ls-tree cat-file var version show-branch': {
      operands: 'revisions',
      options: {
        ...optionRows(`
          -d --full-name --full-tree --long --object-only --shell --perl --python --tcl --omit-empty
          --batch-check --batch-all-objects --buffer --unordered --topics --list --current --more
          --reflog --independent --sha1-name --build-options --always --undefined
          --sort --points-at --contains --no-contains --merged --no-merged --refs --path = text
          --filters = runs a program that the repository names
          --batch --batch-command = glued, reads names from its input
        `),
        ...shows,
      },
    },
    help: { operands: 'none', options: optionRows('-w --web = opens a browser') },
    grep: {
      operands: 'pattern',
      options: {
        ...optionRows(`
          -n -i -I -l -L -c -v -w -E -F -P -G -h -H -o -p -W -q -z --cached --untracked --color
          --no-color --heading --break --line-number --column --count --name-only
          --files-with-matches --files-without-match --function-context --all-match --and --or --not
          --ignore-case --word-regexp --invert-match --full-name --extended-regexp --perl-regexp
          --fixed-strings --basic-regexp --text -a -r --recursive --exclude-standard
          --recurse-submodules --show-function --only-matching --quiet --null
          -A -B -C -m --max-depth --threads --max-count --after-context --before-context = text
          --context = text
          --no-index = reads files outside the repository
        `),
        ...runsDiffTools,
        '-O --open-files-in-pager': { hazard: 'runs a program', value: 'glued', isScript: true },
        '-e': { value: 'text', isPattern: true },
        '-f': { value: 'read', isPattern: true },
      },
    },
    add: {
      operands: 'read',
      options: optionRows(`
        -i --interactive -p --patch -e --edit = runs a program
        --pathspec-from-file = read
        --chmod = text
        -f --force = adds files that are ignored
        -n --dry-run -v --verbose -u --update -A --all --ignore-removal -N --intent-to-add --refresh
        --ignore-errors --ignore-missing --sparse --renormalize --pathspec-file-nul
      `),
    },
    commit: {
      operands: 'maybe',
      options: optionRows(`
        -m --message --author --date --fixup --squash --cleanup --trailer -C -c = text
        --reuse-message --reedit-message = text
        -F --file -t --template --pathspec-from-file = read
        -S --gpg-sign -u --untracked-files = glued
        -n --no-verify = skips the hooks of the repository
        -e --edit = opens an editor, which can run programs
        -p --patch --interactive = runs a program
        -a --all --amend --no-edit -v --verbose -q --quiet --dry-run --short --branch --porcelain
        --long -z -s --signoff --reset-author --allow-empty --allow-empty-message -i --include -o
        --only --status --no-post-rewrite --no-gpg-sign --pathspec-file-nul
      `),
    },
    'branch tag': {
      options: optionRows(`
        -d -D --delete = deletes a branch or tag
        -f --force -M -C = moves a branch or tag
        -e --edit --edit-description = runs a program
        -m --message -u --set-upstream-to --sort --format --contains --merged --no-contains = text
        --no-merged --points-at --cleanup = text
        -F --file = read
        -a --all -r --remotes -v -vv --verbose -q --quiet -l --list --show-current --color --column
        --track -t --unset-upstream --abbrev -i --ignore-case --create-reflog -n --annotate -c
        --copy --move --omit-empty
      `),
    },
    checkout: { ...switching, check: checkPathspecs },
    switch: switching,
    restore: {
      writes: true,
      hazard: 'discards changes',
      options: optionRows(`
        -s --source --conflict = text
        -S --staged -W --worktree -q --quiet --progress --ours --theirs -m --merge
      `),
    },
    reset: {
      writes: true,
      hazard: 'discards changes',
      options: optionRows(`
        --hard --merge --keep = discards changes
        --pathspec-from-file = read
        -q --quiet --soft --mixed -N --intent-to-add --refresh
      `),
    },
    clean: {
      writes: true,
      hazard: 'deletes uncommitted files',
      options: optionRows(`
        -f --force -x -X = deletes uncommitted files
        -e = text
        -n --dry-run -d -q --quiet
      `),
    },
    stash,
    'merge pull': {
      writes: true,
      check: checkRemote,
      options: {
        ...optionRows(`
          -m -X --strategy-option --cleanup --into-name = text
          -F --file = read
          -f --force = overwrites branches
          --no-verify = skips the hooks of the repository
          --no-ff --ff --ff-only --squash --continue --quit --commit --edit -e --stat --log
          --signoff --verify-signatures --autostash --allow-unrelated-histories --rerere-autoupdate
          --rebase -r
          --abort = discards changes
        `),
        ...remotes,
        '-s --strategy': strategy,
      },
    },
    'cherry-pick revert': {
      writes: true,
      options: {
        ...optionRows(`
          -m -X = text
          --abort --skip = discards changes
          -n --no-commit -x -e --edit --continue --quit --ff --allow-empty --keep-redundant-commits
          -s --signoff
        `),
        '--strategy': strategy,
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
        ...optionRows(`
          -x --exec = script, runs a program
          -i --interactive --edit-todo = opens an editor, which can run programs
          -X --onto --strategy-option --empty --whitespace -C = text
          --abort --skip = discards changes
          --continue --quit --autostash --no-ff --keep-base -q --quiet -v --verbose --stat -n -m
          --merge --root --signoff --rebase-merges -r --autosquash --fork-point --update-refs
          --keep-empty --committer-date-is-author-date --ignore-whitespace --reset-author-date
          --show-current-patch --force-rebase -f
        `),
        '-s --strategy': strategy,
      },
    },
    push,
    fetch: fetchLike,
    'clone ls-remote': {
      hazard: leaves,
      check: checkAddresses,
      options: {
        ...optionRows(`
          -u = script, runs a program
          -c --config = text, changes a setting that may name a program to run
          --template = read, loads and runs code
          -b --branch --origin --reference --separate-git-dir = text
        `),
        ...remotes,
      },
    },
    init: {
      options: optionRows(`
        --template = read, loads and runs code
        --separate-git-dir = write
        -b --initial-branch --object-format = text
        -q --quiet --bare
      `),
      operands: 'write',
    },
    remote: {
      operands: 'none',
      options: optionRows('-v --verbose --push --all -n --tags --delete --add -p -f'),
      verbs: {
        'add set-url': { hazard: 'changes where git pushes to', check: checkAddresses },
        'rename remove rm prune set-head set-branches': { hazard: 'changes settings' },
        update: { hazard: leaves },
        show: { hazard: leaves },
        'get-url': {},
      },
    },
    ...settingsAndNames,
    archive: {
      options: {
        ...optionRows(`
          -o --output = write, writes a file
          --exec = script, runs a program
          --add-file = read
          --format --prefix --mtime = text
          -l --list -v --verbose --worktree-attributes
        `),
        '--remote': danger(leaves, 'text'),
      },
    },
    'format-patch': {
      writes: true,
      options: {
        ...optionRows(`
          -o --output-directory = write, writes a file
          --signature-file = read
          --stdout --cover-letter -N --rfc --thread --signoff --zero-commit --no-thread
          --start-number --subject-prefix --in-reply-to --to --base --signature --suffix = text
          --reroll-count --interdiff --range-diff = text
        `),
        ...shows,
      },
    },
    'apply am': {
      writes: true,
      check: () => [{ reason: say`writes the files that the patch names`, staysHere: true }],
      operands: 'read',
      options: optionRows(`
        --unsafe-paths = may write outside the folder
        --directory --exclude --include = text
        --stat --numstat --summary --check --index --cached -3 --3way -R --reverse -p --reject -v
        --verbose -q --quiet --continue --skip --quit --keep-cr -s --signoff --recount -C
      `),
    },
    submodule: {
      operands: 'none',
      options: optionRows('-q --quiet --recursive --cached --init --remote'),
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
      otherVerbs: { hazard: 'may run a program' },
    },
    'worktree bundle': {
      options: optionRows(`
        -v --verbose --porcelain -z -q --quiet --detach --all --version
        -b -B --reason = text
      `),
      verbs: {
        list: {},
        'add move': { hazard: 'writes to another folder', operands: 'write', writes: true },
        'remove prune': { hazard: 'deletes files', operands: 'write', writes: true },
        create: { hazard: 'writes a file', operands: 'write' },
        'verify list-heads': {},
      },
    },
    'difftool mergetool': {
      hazard: 'runs a program',
      options: optionRows('-x --extcmd = script, runs a program'),
    },
    'filter-branch filter-repo': {
      hazard: 'runs programs and rewrites all commits',
      options: optionRows(`
        --setup --env-filter --tree-filter --index-filter --parent-filter = script, runs a program
        --msg-filter --commit-filter --tag-name-filter = script, runs a program
      `),
    },
    'gc prune repack maintenance': { hazard: 'may run programs, and deletes unreachable commits' },
    'daemon instaweb send-email imap-send http-push shell upload-pack receive-pack upload-archive':
      { hazard: leaves },
    'hook fsmonitor--daemon credential credential-store credential-cache': { hazard: hooks },
    'mktree write-tree commit-tree read-tree checkout-index unpack-file': {
      hazard: 'writes files',
      operands: 'read',
    },
  },
  otherVerbs: { hazard: 'may be an alias or a plugin, which can run any program' },
};
