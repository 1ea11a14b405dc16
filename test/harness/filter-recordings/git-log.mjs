// @ts-check
const env = {
  GIT_AUTHOR_NAME: 'Dev',
  GIT_AUTHOR_EMAIL: 'dev@example.com',
  GIT_COMMITTER_NAME: 'Dev',
  GIT_COMMITTER_EMAIL: 'dev@example.com',
  GIT_AUTHOR_DATE: '2026-01-02T03:04:05Z',
  GIT_COMMITTER_DATE: '2026-01-02T03:04:05Z',
};

/** @param {number} commits */
function history(commits) {
  return `git init -q -b main . && for at in $(seq ${String(commits)}); do git commit -q --allow-empty -m "feat: step $at" -m "What step $at is for."; done`;
}

/** @type {readonly import('../filter-recording.mjs').Recording[]} */
export const recordings = [
  { case: 'tiny', command: 'git log --oneline', env, prepare: history(3), keep: ['feat: step 1'] },
  { case: 'success', command: 'git log', env, prepare: history(60), keep: ['feat: step 60'] },
  {
    case: 'huge',
    command: 'git log --oneline',
    env,
    prepare: history(400),
    keep: ['feat: step 400', 'feat: step 350'],
  },
  {
    case: 'failure',
    command: 'git log',
    env,
    prepare: 'git init -q -b main .',
    keep: ["fatal: your current branch 'main' does not have any commits yet"],
  },
];
