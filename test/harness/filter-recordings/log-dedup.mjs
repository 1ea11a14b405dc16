// @ts-check
/** A service that writes a typical log, with its own clock. */
const service = `let now = Date.parse('2026-03-01T08:00:00.000Z');
const log = (level, text) => {
  now += 250;
  console.log(new Date(now).toISOString() + ' ' + level + ' ' + text);
};
const rounds = Number(process.argv[2]);
log('INFO', 'listening on 127.0.0.1:8080');
for (let round = 0; round < rounds; round += 1) {
  for (let n = 0; n < 30; n += 1) log('DEBUG', 'health check from 10.0.0.' + (n % 7) + ':' + (4000 + n) + ' ok');
  log('INFO', 'order ' + round + ' accepted');
  if (round % 5 === 3) {
    log('WARN', 'pool is short of connections');
    log('WARN', 'pool is short of connections');
    log('ERROR', 'order ' + round + ' lost: permission denied for table orders');
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
    prepare: 'node service.mjs 8 > service.log',
    keep: ['order 0 accepted', 'order 7 accepted', 'permission denied for table orders'],
  },
  {
    case: 'huge',
    command: 'tail -n 1500 service.log',
    files,
    prepare: 'node service.mjs 60 > service.log',
    keep: ['order 59 accepted', 'order 58 lost: permission denied for table orders'],
  },
  {
    case: 'failure',
    command: 'tail -n 20 service.log missing.log',
    files,
    prepare: 'node service.mjs 4 > service.log',
    keep: ["tail: cannot open 'missing.log' for reading: No such file or directory"],
  },
  {
    case: 'followed',
    command: 'timeout 1 tail -f service.log',
    files,
    prepare: 'node service.mjs 1 > service.log',
    keep: ['order 0 accepted'],
  },
  {
    case: 'no-engine',
    command: 'docker logs web',
    version: 'docker --version',
    env: { DOCKER_HOST: 'unix:///var/run/no-docker.sock' },
    keep: ['docker daemon'],
  },
  {
    case: 'tiny',
    command: 'cat service.log',
    files,
    prepare: 'node service.mjs 0 > service.log',
    keep: ['listening on 127.0.0.1:8080'],
  },
];
