// @ts-check
const env = {
  GIT_AUTHOR_NAME: 'Dev',
  GIT_AUTHOR_EMAIL: 'dev@example.com',
  GIT_COMMITTER_NAME: 'Dev',
  GIT_COMMITTER_EMAIL: 'dev@example.com',
};
const command = 'git status';

/** Ten committed files and a remote that is one commit behind. */
const repository = [
  'git init -q -b main .',
  'mkdir -p src docs && for name in app cart login order price shop stock store user view; do seq 40 > src/$name.ts; done',
  'git add . && git commit -qm "feat: the shop"',
  'git init -q --bare ../shop.git && git remote add origin ../shop.git && git push -q -u origin main',
  'echo 41 >> src/shop.ts && git commit -qam "fix: the last price"',
].join(' && ');
const changes = [
  repository,
  'echo 42 >> src/app.ts && git mv src/cart.ts src/basket.ts && git rm -q src/login.ts && echo new > src/pay.ts',
  'git add src && echo 43 >> src/order.ts && echo 44 >> src/app.ts && rm src/stock.ts && echo notes > docs/notes.md',
].join(' && ');
const clash = [
  repository,
  'git checkout -q -b topic && echo topic > src/user.ts && git rm -q src/view.ts && git commit -qam topic',
  'git checkout -q main && echo main > src/user.ts && echo main >> src/view.ts && git commit -qam main',
].join(' && ');

/** @type {readonly import('../filter-recording.mjs').Recording[]} */
export const recordings = [
  { case: 'tiny', command, env, prepare: 'git init -q -b main .' },
  {
    case: 'success',
    command,
    env,
    prepare: changes,
    keep: ['On branch main', 'src/cart.ts -> src/basket.ts', 'src/stock.ts', 'docs/'],
  },
  {
    case: 'failure',
    command: 'git status',
    env,
    tool: 'git',
    keep: ['fatal: not a git repository'],
  },
  {
    case: 'merge',
    command,
    env,
    prepare: `${clash} && ! git merge topic`,
    keep: [
      'both modified',
      'deleted by them',
      'src/user.ts',
      'src/view.ts',
      'You have unmerged paths.',
    ],
  },
  {
    case: 'rebase',
    command: 'git -c color.status=always status',
    env,
    prepare: `${clash} && ! git rebase topic`,
    keep: ['rebase in progress; onto ', 'both modified', 'src/user.ts'],
  },
  {
    case: 'huge',
    command: 'git status --untracked-files=all',
    env,
    prepare: `${changes} && mkdir -p dist/js dist/css && for at in $(seq 400); do echo > dist/js/chunk-$at.js; done && for at in 1 2; do echo > dist/css/page-$at.css; done`,
    keep: ['dist/js/ (400 files)', 'dist/css/page-2.css', 'docs/notes.md', 'src/stock.ts'],
  },
  {
    case: 'short',
    command: 'git status --short --branch --untracked-files=all',
    env,
    prepare: `${clash} && ! git merge topic && for at in $(seq 30); do echo > docs/page-$at.md; done`,
    keep: ['## main...origin/main [ahead 2]', 'UU src/user.ts', 'UD src/view.ts'],
  },
  {
    case: 'porcelain',
    command: 'git status --porcelain=v2 --branch',
    env,
    prepare: changes,
    keep: ['# branch.head main', 'src/basket.ts\tsrc/cart.ts', '? docs/'],
  },
];
