import {
  danger,
  flag,
  glued,
  reads,
  runs,
  text,
  writesFile,
  type Discovery,
  type Options,
  type Usage,
  type VerbTable,
} from './program-table';

export const runsDiffTools: Options = {
  '--ext-diff': danger('runs a program that the repository names'),
  '--textconv': danger('runs a program that the repository names'),
  '--no-ext-diff --no-textconv --exit-code': flag,
};

export const shows: Options = {
  ...runsDiffTools,
  '--output': writesFile,
  '-O': reads,
  '-S -G -n -L -U --max-count --since --until --after --before --author --committer --grep': text,
  '--format --pretty --date --skip --diff-filter --stat': glued,
  '--output-indicator-new --output-indicator-old --output-indicator-context': text,
  '--no-index': danger('reads files outside the repository'),
};

export const remotes: Options = {
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

export const leaves = 'reaches another machine';

export const push: VerbTable = {
  hazard: 'sends commits to another machine',
  options: {
    ...remotes,
    '-u --set-upstream': flag,
    '-f --force --force-with-lease --force-if-includes': danger('overwrites existing files'),
    '-d --delete --mirror --prune': danger('deletes branches or tags on the server'),
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
  options: { ...remotes, '--multiple --all': flag },
  check: checkRemote,
};

export const stash: VerbTable = {
  writes: true,
  operands: 'none',
  options: { '-m --message': text, '--pathspec-from-file': reads },
  verbs: {
    'drop clear': { hazard: 'deletes stashed changes' },
    'pop apply push save create store list branch': { writes: true },
    show: { options: shows },
  },
};

/** `.`, a magic path, or a name that ends as files do; a branch hardly ever does. */
const namesFile = /^(?:\.{1,2}(?:\/.*)?|:.*|\*)$|\.[a-z]\w{0,4}$/i;

/** `git checkout -- file` discards changes; so does a `.` without the dashes. */
export function checkPathspecs({ operands, name, endedAt }: Usage): readonly Discovery[] {
  if (name === 'git switch') return [];
  const reason = 'throws the changes of files away';
  const all = operands.find(({ text: word }, at) => at > 0 || namesFile.test(word));
  if (endedAt !== undefined) return [{ reason: `git checkout -- ${reason}`, liftedBy: ['--'] }];
  return all === undefined
    ? []
    : [{ reason: `git checkout ${all.text} ${reason}`, liftedBy: [all.text] }];
}
