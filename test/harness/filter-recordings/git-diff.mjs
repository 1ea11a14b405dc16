// @ts-check
const env = {
  GIT_AUTHOR_NAME: 'Dev',
  GIT_AUTHOR_EMAIL: 'dev@example.com',
  GIT_COMMITTER_NAME: 'Dev',
  GIT_COMMITTER_EMAIL: 'dev@example.com',
  GIT_AUTHOR_DATE: '2026-01-02T03:04:05Z',
  GIT_COMMITTER_DATE: '2026-01-02T03:04:05Z',
};

/** Writes forty functions to each file, which return `$1`. */
const write =
  'write() { for at in $(seq 40); do printf "export function part$at() {\\n  const value = $at;\\n  return value + $1;\\n}\\n\\n"; done; }';
const repository = [
  write,
  'git init -q -b main . && mkdir src',
  'for name in app cart order; do write 1 > src/$name.ts; done',
  'printf "no newline" > end.txt && printf "\\000\\001" > icon.bin && printf "#!/bin/sh\\n" > run.sh',
  'git add . && git commit -qm "feat: the shop"',
].join(' && ');
const many = `${repository} && for name in a b c d e f g h; do write 1 > src/$name.ts; done && git add . && git commit -qm more`;
const merge = [
  repository,
  'git checkout -q -b topic && sed -i "3s/.*/  return value + topic;/" src/app.ts && git commit -qam topic',
  'git checkout -q main && sed -i "3s/.*/  return value + main;/" src/app.ts && git commit -qam main && ! git merge topic',
].join(' && ');

/** @type {readonly import('../filter-recording.mjs').Recording[]} */
export const recordings = [
  {
    case: 'tiny',
    command: 'git diff',
    env,
    prepare: `${repository} && sed -i "3s/1/2/" src/app.ts`,
    keep: ['diff --git a/src/app.ts b/src/app.ts', '-  return value + 1;', '+  return value + 2;'],
  },
  {
    case: 'success',
    command: 'git diff HEAD',
    env,
    prepare: `${repository} && sed -i "3s/1/2/;60,80s/1/3/" src/app.ts && git mv src/cart.ts src/basket.ts && git rm -q src/order.ts && printf "a newline\\n" > end.txt && printf "\\002\\000" > icon.bin && chmod +x run.sh && seq 9 > new.ts && git add -A`,
    keep: [
      'rename from src/cart.ts',
      'rename to src/basket.ts',
      'deleted file mode 100644',
      'new file mode 100644',
      'new mode 100755',
      'Binary files a/icon.bin and b/icon.bin differ',
      '\\ No newline at end of file',
    ],
  },
  {
    case: 'failure',
    command: 'git diff no-such-branch',
    env,
    prepare: repository,
    keep: ["fatal: ambiguous argument 'no-such-branch'"],
  },
  {
    case: 'huge',
    command: 'git diff',
    env,
    prepare: `${many} && for name in a b c d e f; do write 2 > src/$name.ts; done && sed -i "3s/1/9/" src/g.ts && sed -i "3s/1/9/" src/h.ts`,
    keep: [
      'diff --git a/src/a.ts b/src/a.ts',
      'diff --git a/src/f.ts b/src/f.ts',
      'changes: +40 -40',
      '+  return value + 9;',
    ],
  },
  {
    case: 'context',
    command: 'git -c color.diff=always diff -U20',
    env,
    prepare: `${many} && for name in a b c d e f g h; do sed -i "3s/1/2/;100s/1/2/;103s/1/2/;150s/1/2/" src/$name.ts; done`,
    keep: ['src/a.ts', 'src/h.ts', '+  return value + 2;'],
  },
  {
    case: 'merge',
    command: 'git diff',
    env,
    prepare: merge,
    keep: ['++<<<<<<< HEAD', '++=======', '++>>>>>>> topic', '@@@ '],
  },
  {
    case: 'show',
    command: 'git show',
    env,
    prepare: `${repository} && write 7 > src/pay.ts && git add . && git commit -qm "feat: payment" -m "People can pay."`,
    keep: [
      'Author: Dev <dev@example.com>',
      'feat: payment',
      'People can pay.',
      '@@ -0,0 +1,200 @@',
    ],
  },
  {
    case: 'log',
    command: 'git log -p',
    env,
    prepare: `${many} && for number in 2 3 4; do write $number > src/app.ts; git commit -qam "fix: number $number"; done`,
    keep: ['fix: number 2', 'fix: number 4', 'feat: the shop', 'diff --git a/src/h.ts b/src/h.ts'],
  },
  {
    case: 'stat',
    command: 'git diff --stat',
    env,
    prepare: `${many} && for name in a b c d e f; do write 2 > src/$name.ts; done`,
    keep: [' 6 files changed, 240 insertions(+), 240 deletions(-)'],
  },
];
