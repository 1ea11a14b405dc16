// @ts-check
const env = {
  GIT_AUTHOR_NAME: 'Dev',
  GIT_AUTHOR_EMAIL: 'dev@example.com',
  GIT_COMMITTER_NAME: 'Dev',
  GIT_COMMITTER_EMAIL: 'dev@example.com',
  GIT_AUTHOR_DATE: '2026-01-02T03:04:05Z',
  GIT_COMMITTER_DATE: '2026-01-02T03:04:05Z',
};
/** The speed differs between runs. */
const hide = /** @type {const} */ ([[/\d+\.\d+ (?:KiB|MiB|bytes)\/s/g, '4.20 MiB/s']]);

const repository = [
  'git init -q -b main . && for at in $(seq 300); do seq $at > file-$at.txt; done',
  'git add . && git commit -qm "feat: files" && git init -q --bare -b main ../shop.git && git remote add origin ../shop.git',
].join(' && ');
const pushed = `${repository} && git push -q -u origin main`;
/** Another user pushed meanwhile. */
const behind = `${pushed} && git clone -q ../shop.git ../other && (cd ../other && for at in $(seq 300); do echo $at >> file-$at.txt; done && git commit -qam "fix: all" && git tag v1 && git push -q origin main v1)`;

/** @type {readonly import('../filter-recording.mjs').Recording[]} */
export const recordings = [
  {
    case: 'success',
    command: 'git push --progress -u origin main',
    env,
    hide,
    prepare: repository,
    keep: ['To ../shop.git', '* [new branch]      main -> main', "set up to track 'origin/main'"],
  },
  { case: 'tiny', command: 'git push', env, prepare: pushed, keep: ['Everything up-to-date'] },
  {
    case: 'failure',
    command: 'git push --progress',
    env,
    hide,
    prepare: `${behind} && git commit -q --allow-empty -m mine`,
    keep: ['! [rejected]        main -> main (fetch first)', 'error: failed to push some refs'],
  },
  {
    case: 'fetch',
    command: 'git fetch --progress --tags',
    env,
    hide,
    prepare: behind,
    keep: ['main       -> origin/main', '[new tag]         v1         -> v1'],
  },
  {
    case: 'pull',
    command: 'git pull --progress',
    env,
    hide,
    prepare: behind,
    keep: ['Fast-forward', '300 files changed, 300 insertions(+)'],
  },
  {
    case: 'huge',
    command: 'git clone --no-local --progress ../shop.git copy',
    env,
    hide,
    prepare: pushed,
    keep: ["Cloning into 'copy'..."],
  },
];
