import {
  danger,
  flag,
  flags,
  glued,
  reads,
  runs,
  runsFlag,
  text,
  writesFile,
  type Discovery,
  type OptionRule,
  type Options,
  type Usage,
  type VerbTable,
} from './program-table';

export const runsDiffTools: Options = {
  '--ext-diff': danger('runs a program that the repository names'),
  '--textconv': danger('runs a program that the repository names'),
  '--no-ext-diff --no-textconv --exit-code': flag,
};

/** What listings of changes and commits show, and in which order. */
const shown = flags(`
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
const shownValues = flags(`
  --abbrev --color-moved --color-moved-ws --ws-error-highlight --submodule --ignore-submodules
  --diff-algorithm --anchored --inter-hunk-context --stat-width --stat-count --stat-name-width
  --encoding --word-diff-regex --src-prefix --dst-prefix --line-prefix --unified --decorate-refs
  --decorate-refs-exclude --exclude --glob --max-parents --min-parents --break-rewrites -l
  --diff-merges --group --creation-factor --ignore-matching-lines -I --find-object --since-as-filter
`);

export const shows: Options = {
  ...runsDiffTools,
  ...shown,
  ...shownValues,
  '--output': writesFile,
  '-O': reads,
  '-S -G -n -L -U --max-count --since --until --after --before --author --committer --grep': text,
  '--format --pretty --date --skip --diff-filter --stat': glued,
  '--output-indicator-new --output-indicator-old --output-indicator-context': text,
  '--no-index': danger('reads files outside the repository'),
};

/** What fetching takes in addition. */
const fetches = flags(`
    -q --quiet -v --verbose --progress -4 --ipv4 -6 --ipv6 -p --prune -P --prune-tags -t --tags
    --all --dry-run -n --atomic --unshallow --refetch --append -a --keep -k --porcelain --follow-tags
    --branches --thin --auto-maintenance --write-fetch-head --show-forced-updates --update-shallow
    --set-upstream --no-tags --single-branch --sparse --bare --mirror -l --local --no-hardlinks
    --heads --refs --symref --get-url --exit-code --no-checkout --also-filter-submodules
    --no-recurse-submodules --signed --multiple
`);

const reaching: Options = {
  '--upload-pack --receive-pack --exec --upload-archive': runs,
  '--recurse-submodules': glued,
  '-o --server-option --push-option': text,
  '--depth --deepen --shallow-since --shallow-exclude -j --jobs --filter --negotiation-tip': text,
};

/** `ext::sh -c …` as the address of a remote runs a program; a path reads another repository. */
export function checkAddresses({ operands }: Usage): readonly Discovery[] {
  return operands.flatMap(({ text: word }): readonly Discovery[] => {
    const helper = /^[\w+.-]+::/.exec(word);
    return helper === null
      ? []
      : [{ reason: `${helper[0]} runs a program to reach the repository` }];
  });
}

/** An address instead of the name of a remote may carry data away, or bring code from anywhere. */
export function checkRemote(usage: Usage): readonly Discovery[] {
  const named = usage.operands
    .slice(0, 1)
    .filter(({ text: word }) => /[:/\\]/.test(word))
    .map(({ text: word }) => ({ reason: `${word} names another place`, liftedBy: [word] }));
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
    ...reaching,
    ...flags(`
      -q --quiet -v --verbose --progress -4 --ipv4 -6 --ipv6 --all --branches --tags --follow-tags -n
      --dry-run --porcelain --atomic --thin --signed
    `),
    '-u --set-upstream': flag,
    '-f --force --force-with-lease --force-if-includes': danger('overwrites what is on the server'),
    '-d --delete --mirror --prune': danger('deletes branches or tags on the server'),
    '--no-verify': danger('skips the hooks of the repository'),
  },
  operands: 'none',
  check: (usage) => [
    ...checkAddresses(usage),
    ...usage.operands
      .filter(({ text: word }, at) => /^[+:]/.test(word) || (at === 0 && /[:/\\]/.test(word)))
      .map(({ text: word }) => ({
        reason: `${word} names another server, or overwrites or deletes branches there`,
        liftedBy: [word],
      })),
  ],
};

export const fetchLike: VerbTable = {
  options: {
    ...remotes,
    '-f --force': danger('overwrites branches'),
    '-u --update-head-ok': danger('overwrites the current branch'),
  },
  check: checkRemote,
};

export const stash: VerbTable = {
  writes: true,
  operands: 'none',
  options: {
    '-a --all': danger('takes ignored files away'),
    ...flags('-u --include-untracked -k --keep-index -q --quiet --index -S --staged -p'),
    '-m --message': text,
    '--pathspec-from-file': reads,
  },
  verbs: {
    'drop clear': { hazard: 'deletes stashed changes' },
    'pop apply push save create store list branch': { writes: true },
    show: { options: shows },
  },
};

/** `.`, a magic path, or a name that ends as files do; a branch hardly ever does. */
const namesFile = /^(?:\.{1,2}(?:\/.*)?|:.*|\*)$|\.[a-z]\w{0,4}$/i;

/** `git checkout -- file` discards changes; so does a `.` without the dashes. */
export function checkPathspecs({ operands, options, endedAt }: Usage): readonly Discovery[] {
  const reason = 'throws the changes of files away';
  const all = operands.find(({ text: word }, at) => at > 0 || namesFile.test(word));
  if (endedAt !== undefined) return [{ reason: `git checkout -- ${reason}`, liftedBy: ['--'] }];
  if (options.some(({ name }) => name === '-b' || name === '--orphan')) return [];
  const verb = { reason: 'git checkout may discard changes', liftedBy: ['checkout'] };
  if (all === undefined) return [verb];
  return [verb, { reason: `git checkout ${all.text} ${reason}`, liftedBy: [all.text] }];
}

/** Changing the branch. */
export const switching: VerbTable = {
  writes: true,
  options: {
    '-f --force --discard-changes': danger('discards changes'),
    '-b --orphan -c --create --conflict': text,
    '-B -C --force-create': danger('moves a branch', 'text'),
    '-p --patch': runsFlag,
    '--pathspec-from-file': reads,
    ...flags(`
          -q --quiet --progress -t --track --guess -d --detach --ours --theirs -l -m --merge
          --overwrite-ignore --recurse-submodules --overlay
        `),
  },
};

export const moving: VerbTable = {
  writes: true,
  operands: 'write',
  options: {
    '-f --force': danger('discards changes'),
    ...flags('-r --cached -n --dry-run -q --quiet --ignore-unmatch -k -v --verbose --sparse'),
  },
};
