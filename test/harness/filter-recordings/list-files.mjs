// @ts-check
/** A project with what its tools put there. */
const grown = `git init -q . && mkdir -p src/deep node_modules target/debug/deps src/__pycache__ &&
for n in $(seq 40); do echo x > src/part$n.ts; mkdir -p node_modules/pack$n/lib; echo x > node_modules/pack$n/package.json; for m in 1 2 3; do echo x > node_modules/pack$n/lib/file$m.js; done; done &&
for n in $(seq 60); do echo x > target/debug/deps/part$n.o; done &&
for n in $(seq 12); do echo x > src/__pycache__/part$n.pyc; done`;

/** @type {readonly import('../filter-recording.mjs').Recording[]} */
export const recordings = [
  {
    case: 'success',
    command: 'find . -type f | sort',
    prepare: grown,
    keep: ['./src/part7.ts', './src/part40.ts', './node_modules/'],
  },
  {
    case: 'huge',
    command: 'find . | sort',
    prepare: `${grown} && for n in $(seq 900); do echo x > node_modules/pack1/lib/more$n.js; done`,
    keep: ['./src/part40.ts', './node_modules (x'],
  },
  {
    case: 'failure',
    command: 'find src missing -name "*.ts"',
    prepare: grown,
    keep: ['src/part1.ts', 'No such file or directory'],
  },
  { case: 'tiny', command: 'ls', files: { 'a.ts': 'a\n', 'b.ts': 'b\n' }, keep: ['a.ts', 'b.ts'] },
  {
    case: 'few-hits-in-packages',
    command: 'find . -name base.json | sort',
    prepare:
      'mkdir -p src node_modules/one node_modules/two node_modules/three && touch src/base.json node_modules/one/base.json node_modules/two/base.json node_modules/three/base.json',
    keep: ['./node_modules/one/base.json', './node_modules/two/base.json', './src/base.json'],
  },
  {
    case: 'names-that-are-times',
    command: 'ls -1',
    prepare: 'for n in $(seq 10 59); do touch "2026-01-02T03:04:$n.json"; done',
    keep: ['2026-01-02T03:04:10.json', '2026-01-02T03:04:59.json'],
  },
];
