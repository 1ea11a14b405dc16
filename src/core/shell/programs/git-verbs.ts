import { say } from '../../base/sentence';
import {
  type Discovery,
  eachLike,
  optionRows,
  type OptionRule,
  type Options,
  type Usage,
  type VerbTable,
} from './program-table';

export const runsDiffTools: Options = optionRows(`
  --ext-diff --textconv = runs a program that the repository names
  --no-ext-diff --no-textconv --exit-code
`);

/** What listings of changes and commits show, and in which order. */
const shown = optionRows(`
  -p -u --patch -s --no-patch --raw --patch-with-raw --patch-with-stat --indent-heuristic --minimal
  --patience --histogram --numstat --shortstat --cumulative --summary --compact-summary -z
  --name-only --name-status --no-color --color --color-words --word-diff --no-renames
  --rename-empty --check --full-index --binary --find-renames --find-copies --find-copies-harder
  --irreversible-delete --pickaxe-all --pickaxe-regex --relative -a --text --ignore-cr-at-eol
  --ignore-space-at-eol -b --ignore-space-change -w --ignore-all-space --ignore-blank-lines -W
  --function-context --no-prefix --default-prefix --follow --decorate --source --mailmap
  --use-mailmap --log-size -i -E -F -P --fixed-strings --perl-regexp --extended-regexp
  --basic-regexp --regexp-ignore-case --invert-grep --all-match --oneline --graph --all --branches
  --tags --remotes --merges --no-merges --first-parent --reverse --cached --staged --merge-base
  --abbrev-commit --left-right --left-only --right-only --cherry-pick --cherry --cherry-mark
  --boundary --topo-order --date-order --author-date-order --parents --children --simplify-merges
  --simplify-by-decoration --full-history --ancestry-path --sparse --dense --notes --expand-tabs
  --root -m -c --cc -t --combined-all-paths --full-diff -R -M -C -B -D -r -g --walk-reflogs --quiet
  -q --count --objects --no-commit-id -v --verbose -e --email --numbered --dirstat --relative-date
  --find-object-all --ita-visible-in-index --ita-invisible-in-index --show-pulls --no-walk
  --clear-decorations --no-standard-notes --stdin --disk-usage --in-commit-order --no-dual-color
  --no-signature --no-notes --no-mailmap --combined
`);
const shownValues = optionRows(`
  --abbrev --color-moved --color-moved-ws --ws-error-highlight --submodule --ignore-submodules
  --diff-algorithm --anchored --inter-hunk-context --stat-width --stat-count --stat-name-width
  --encoding --word-diff-regex --src-prefix --dst-prefix --line-prefix --unified --decorate-refs
  --decorate-refs-exclude --exclude --glob --max-parents --min-parents --break-rewrites -l
  --diff-merges --group --creation-factor --ignore-matching-lines -I --find-object --since-as-filter
`);

export const shows: Options = {
  ...optionRows(`
    --output = write, writes a file
    -O = read
    -S -G -n -L -U --max-count --since --until --after --before --author --committer --grep = text
    --output-indicator-new --output-indicator-old --output-indicator-context = text
    --format --pretty --date --skip --diff-filter --stat = glued
    --no-index = reads files outside the repository
  `),
  ...runsDiffTools,
  ...shown,
  ...shownValues,
};

/** What fetching takes in addition. */
const fetches = optionRows(`
    -q --quiet -v --verbose --progress -4 --ipv4 -6 --ipv6 -p --prune -P --prune-tags -t --tags
    --all --dry-run -n --atomic --unshallow --refetch --append -a --keep -k --porcelain --follow-tags
    --branches --thin --auto-maintenance --write-fetch-head --show-forced-updates --update-shallow
    --set-upstream --no-tags --single-branch --sparse --bare --mirror -l --local --no-hardlinks
    --heads --refs --symref --get-url --exit-code --no-checkout --also-filter-submodules
    --no-recurse-submodules --signed --multiple
`);

const reaching: Options = optionRows(`
  --upload-pack --receive-pack --exec --upload-archive = script, runs a program
  --recurse-submodules = glued
  -o --server-option --push-option --depth --deepen --shallow-since --shallow-exclude -j = text
  --jobs --filter --negotiation-tip = text
`);

/** `ext::sh -c …` as the address of a remote runs a program; a path reads another repository. */
export function checkAddresses({ operands }: Usage): readonly Discovery[] {
  return operands.flatMap(({ text: word }): readonly Discovery[] => {
    const helper = /^[\w+.-]+::/.exec(word);
    return helper === null
      ? []
      : [{ reason: say`${helper[0]} runs a program to reach the repository` }];
  });
}

/** An address instead of the name of a remote may carry data away, or bring code from anywhere. */
export function checkRemote(usage: Usage): readonly Discovery[] {
  const named = eachLike(
    usage.operands.slice(0, 1),
    /[:/\\]/,
    (word) => say`${word} names another place`,
  );
  return [...checkAddresses(usage), ...named];
}

/** `git log -L 1,9:file` shows a file. */
export function checkLines({ options }: Usage): readonly Discovery[] {
  return options.flatMap(({ name, value }): readonly Discovery[] => {
    const file = name === '-L' ? /:([^:]+)$/.exec(value?.text ?? '')?.[1] : undefined;
    return file === undefined ? [] : [{ path: { text: file, access: 'read' } }];
  });
}

/** Options of all verbs that reach a remote. */
export const remotes: Options = { ...reaching, ...fetches };

/** Another name is a program, `git-merge-x`. */
export const strategy: OptionRule = {
  value: 'text',
  only: /^(?:ort|recursive|resolve|octopus|ours|subtree)$/,
};

export const leaves = 'reaches another machine';

export const push: VerbTable = {
  hazard: 'sends commits to another machine',
  options: {
    ...optionRows(`
      -q --quiet -v --verbose --progress -4 --ipv4 -6 --ipv6 --all --branches --tags --follow-tags
      -n --dry-run --porcelain --atomic --thin --signed -u --set-upstream
      -f --force --force-with-lease --force-if-includes = overwrites what is on the server
      -d --delete --mirror --prune = deletes branches or tags on the server
      --no-verify = skips the hooks of the repository
    `),
    ...reaching,
  },
  operands: 'none',
  check: (usage) => [
    ...checkAddresses(usage),
    ...usage.operands
      .filter(({ text: word }, at) => /^[+:]/.test(word) || (at === 0 && /[:/\\]/.test(word)))
      .map(({ text: word }) => ({
        reason: say`${word} names another server, or overwrites or deletes branches there`,
        liftedBy: [word],
      })),
  ],
};

export const fetchLike: VerbTable = {
  options: {
    ...optionRows(`
      -f --force = overwrites branches
      -u --update-head-ok = overwrites branches
    `),
    ...remotes,
  },
  check: checkRemote,
};

export const stash: VerbTable = {
  writes: true,
  operands: 'none',
  options: optionRows(`
    -a --all = takes ignored files away
    -u --include-untracked -k --keep-index -q --quiet --index -S --staged -p
    -m --message = text
    --pathspec-from-file = read
  `),
  verbs: {
    'drop clear': { hazard: 'discards changes' },
    'pop apply push save create store list branch': { writes: true },
    show: { options: shows },
  },
};

/** `.`, a magic path, or a name that ends as files do; a branch hardly ever does. */
const namesFile = /^(?:\.{1,2}(?:\/.*)?|:.*|\*)$|\.[a-z]\w{0,4}$/i;

/** `git checkout -- file` discards changes; so does a `.` without the dashes. */
export function checkPathspecs({ operands, options, endedAt }: Usage): readonly Discovery[] {
  const all = operands.find(({ text: word }, at) => at > 0 || namesFile.test(word));
  if (endedAt !== undefined) {
    return [
      {
        reason: say`git checkout -- throws the changes of files away`,
        staysHere: true,
        liftedBy: ['--'],
      },
    ];
  }
  if (options.some(({ name }) => name === '-b' || name === '--orphan')) return [];
  const verb: Discovery = {
    reason: say`git checkout may discard changes`,
    staysHere: true,
    liftedBy: ['checkout'],
  };
  if (all === undefined) return [verb];
  const reason = say`git checkout ${all.text} throws the changes of files away`;
  return [verb, { reason, staysHere: true, liftedBy: [all.text] }];
}

/** Changing the branch. */
export const switching: VerbTable = {
  writes: true,
  options: optionRows(`
    -f --force --discard-changes = discards changes
    -b --orphan -c --create --conflict = text
    -B -C --force-create = text, moves a branch or tag
    -p --patch = runs a program
    --pathspec-from-file = read
    -q --quiet --progress -t --track --guess -d --detach --ours --theirs -l -m --merge
    --overwrite-ignore --recurse-submodules --overlay
  `),
};

export const moving: VerbTable = {
  writes: true,
  operands: 'write',
  options: optionRows(`
    -f --force = discards changes
    -r --cached -n --dry-run -q --quiet --ignore-unmatch -k -v --verbose --sparse
  `),
};
