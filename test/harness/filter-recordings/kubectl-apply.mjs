// @ts-check
const version = 'kubectl version --client';
const env = { KUBECONFIG: 'none.yaml' };

/** @type {readonly import('../filter-recording.mjs').Recording[]} */
export const recordings = [
  {
    case: 'failure',
    command: 'kubectl apply -f missing.yaml',
    version,
    env,
    keep: ['the path "missing.yaml" does not exist'],
  },
];
