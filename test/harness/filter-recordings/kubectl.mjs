// @ts-check
const version = 'kubectl version --client';
const env = { KUBECONFIG: 'none.yaml' };

/** @type {readonly import('../filter-recording.mjs').Recording[]} */
export const recordings = [
  {
    case: 'failure',
    command: 'kubectl get pods',
    version,
    env,
    hide: [[/E\d{4} [\d:.]+ +\d+ /g, 'E0301 08:00:00.000000    4242 ']],
    keep: ['The connection to the server localhost:8080 was refused'],
  },
  {
    case: 'unknown-flag',
    command: 'kubectl get pods --no-such-flag',
    version,
    env,
    keep: ['unknown flag: --no-such-flag'],
  },
];
