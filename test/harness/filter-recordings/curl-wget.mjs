// @ts-check
const orders = JSON.stringify(
  Array.from({ length: 300 }, (_, n) => ({ id: n, name: `order ${String(n)}`, state: 'open' })),
  undefined,
  1,
);
const files = { 'public/orders.json': `${orders}\n`, 'public/tiny.txt': 'ok\n' };
const serve = 'public';
/** Time and speed differ between runs. */
const hide = /** @type {const} */ ([[/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, '2026-03-01 08:00:00']]);
const big = 'head -c 3000000 /dev/zero > public/big.bin';

/** @type {readonly import('../filter-recording.mjs').Recording[]} */
export const recordings = [
  {
    case: 'success',
    command: 'curl -o orders.json $SERVED/orders.json && ls orders.json',
    files,
    serve,
    keep: ['orders.json'],
  },
  {
    case: 'body',
    command: 'curl $SERVED/orders.json',
    files,
    serve,
    keep: ['"order 0"', '"order 150"', '"order 299"'],
  },
  {
    case: 'verbose',
    command: 'curl -v $SERVED/tiny.txt',
    files,
    serve,
    hide: [
      [/Date: .*/g, 'Date: Sun, 01 Mar 2026 08:00:00 GMT'],
      [/port \d{4,5}/g, 'port 8080'],
    ],
    keep: ['HTTP/1.1 200 OK', '> GET /tiny.txt HTTP/1.1', 'ok'],
  },
  {
    case: 'huge',
    command: 'wget --progress=dot $SERVED/big.bin',
    tool: 'wget',
    files,
    serve,
    prepare: big,
    hide,
    keep: ['200 OK', 'saved'],
  },
  {
    case: 'bar',
    command: 'wget $SERVED/big.bin',
    tool: 'wget',
    files,
    serve,
    prepare: big,
    hide,
    terminal: true,
    keep: ['200 OK', 'saved'],
  },
  {
    case: 'failure',
    command: 'curl -f -O $SERVED/missing.txt',
    files,
    serve,
    keep: ['The requested URL returned error: 404'],
  },
  {
    case: 'refused',
    command: 'curl http://127.0.0.1:1/',
    keep: ['Failed to connect to 127.0.0.1 port 1'],
  },
  { case: 'tiny', command: 'curl -s $SERVED/tiny.txt', files, serve, keep: ['ok'] },
];
