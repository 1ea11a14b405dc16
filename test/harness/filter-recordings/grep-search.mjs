// @ts-check
/** @param {number} count */
function sources(count) {
  return `mkdir -p src && for n in $(seq ${String(count)}); do printf 'import { order } from "./order";\\nexport const total%s = order(%s);\\n' $n $n > src/part$n.ts; done`;
}

/** @type {readonly import('../filter-recording.mjs').Recording[]} */
export const recordings = [
  {
    case: 'success',
    command: 'grep -rn order src | sort',
    prepare: sources(40),
    keep: ['src/part1.ts:1:', 'src/part40.ts:2:export const total40 = order(40);'],
  },
  {
    case: 'huge',
    command: 'grep -r order src | sort -V',
    prepare: sources(900),
    keep: ['src/part1.ts:import', 'src/part900.ts:export const total900 = order(900);'],
  },
  {
    case: 'huge-with-places',
    command: 'grep -rn order src | sort -V',
    prepare: sources(450),
    keep: ['src/part222.ts:2:export const total222 = order(222);'],
  },
  {
    case: 'failure',
    command: 'grep -n order src/part1.ts src/missing.ts',
    prepare: sources(1),
    keep: ['grep: src/missing.ts: No such file or directory', 'src/part1.ts:2:'],
  },
  {
    case: 'tiny',
    command: 'git grep order',
    prepare: `${sources(1)} && git init -q . && git add .`,
  },
];
