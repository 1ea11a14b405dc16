// @ts-check
/** @param {number} count */
function parts(count) {
  return `mkdir -p src/orders src/errors && for n in $(seq -w ${String(count)}); do echo x > src/orders/order$n.ts; done; echo x > src/errors/not-found-error.ts`;
}

/** @type {readonly import('../filter-recording.mjs').Recording[]} */
export const recordings = [
  { case: 'success', command: 'ls src/orders', prepare: parts(120), keep: ['order077.ts'] },
  {
    case: 'huge',
    command: 'find src -type f | sort',
    prepare: `${parts(2500)}`,
    keep: ['src/orders/order0001.ts', 'src/errors/not-found-error.ts', 'order2500.ts'],
  },
  {
    case: 'huge-tree',
    command: 'tree',
    prepare: parts(900),
    keep: ['4 directories, 901 files'],
  },
  {
    case: 'recursive',
    command: 'ls -R',
    prepare: parts(200),
    keep: ['./src/errors:', 'order150.ts'],
  },
  {
    case: 'failure',
    command: 'ls src/errors src/missing',
    prepare: parts(3),
    keep: ["ls: cannot access 'src/missing': No such file or directory", 'not-found-error.ts'],
  },
  { case: 'tiny', command: 'ls src', prepare: parts(1), keep: ['errors', 'orders'] },
];
