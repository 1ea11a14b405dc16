// @ts-check
/** All lines differ; one request in 400 fails, with a trace. */
const service = `let now = Date.parse('2026-03-01T08:00:00.000Z');
const log = (level, text) => {
  now += 1250;
  console.log(new Date(now).toISOString() + ' ' + level + ' ' + text);
};
for (let n = 1; n <= Number(process.argv[2]); n += 1) {
  if (n % 400 !== 0) log('INFO', 'GET /orders/' + n * 37 + ' 200 ' + (n % 90) + ' ms');
  else {
    log('ERROR', 'GET /orders/' + n * 37 + ' 500 order has no owner');
    console.log(new TypeError('order ' + n + ' has no owner').stack.split('\\n').slice(0, 2).join('\\n').replace(/file:.*\\/work/, '/work'));
  }
}
`;
const files = { 'service.mjs': service };

/** @type {readonly import('../filter-recording.mjs').Recording[]} */
export const recordings = [
  {
    case: 'success',
    command: 'cat service.log',
    files,
    prepare: 'node service.mjs 150 > service.log',
    keep: ['GET /orders/5550 200'],
  },
  {
    case: 'huge',
    command: 'cat service.log',
    files,
    prepare: 'node service.mjs 1990 > service.log',
    keep: [
      'order 400 has no owner',
      'order 1600 has no owner',
      'GET /orders/37 200',
      'GET /orders/73630 200',
    ],
  },
  {
    case: 'failure',
    command: 'cat service.log missing.log',
    files,
    prepare: 'node service.mjs 900 > service.log',
    keep: ['cat: missing.log: No such file or directory', 'order 400 has no owner'],
  },
  {
    case: 'tiny',
    command: 'cat service.log',
    files,
    prepare: 'node service.mjs 2 > service.log',
    keep: ['GET /orders/37 200', 'GET /orders/74 200'],
  },
];
