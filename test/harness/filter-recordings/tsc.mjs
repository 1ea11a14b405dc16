// @ts-check
const tool = 'tsc';
/** Without messages about settings. */
const env = { npm_config_loglevel: 'error' };
const version = 'tsc --version';
const prepare = 'npm install --no-save --no-audit --no-fund --loglevel=error typescript@5.9.3';
const wrong = `import lost from './lost';

const text: string = 1;
const count: number = 'a';

interface Price {
  amount: string;
  tax: { rate: number };
}
const price: Price = { amount: 1, tax: { rate: 'x' } };
const more: Price = { amount: 'x', tax: { rate: 1, kind: 2 } };
const show: (price: Price) => void = (shown: { amount: number }) => {};

export function add(one, other) {
  return one + other + missing + gone;
}
add(1, 2, 3);
`;
const options =
  '{ "compilerOptions": { "strict": true, "noEmit": true, "types": [] }, "include": ["src"] }\n';

/** @param {number} count */
function files(count) {
  return {
    'package.json': '{ "name": "shop", "private": true }\n',
    'tsconfig.json': options,
    ...Object.fromEntries(Array.from({ length: count }, (_, at) => [`src/part-${at}.ts`, wrong])),
  };
}

/** @type {readonly import('../filter-recording.mjs').Recording[]} */
export const recordings = [
  {
    case: 'failure',
    command: 'npx tsc --noEmit',
    tool,
    version,
    env,
    prepare,
    files: files(4),
    keep: [
      'src/part-3.ts(17,11)',
      'TS2554',
      "Cannot find name 'gone'.",
      "Type 'string' is not assignable to type 'number'.",
      "Types of property 'amount' are incompatible.",
    ],
  },
  {
    case: 'pretty',
    command: 'npx tsc --noEmit --pretty',
    tool,
    version,
    env,
    prepare,
    files: files(2),
    keep: ['src/part-1.ts:17:11', '17 add(1, 2, 3);', 'Found 24 errors in 2 files.'],
  },
  {
    case: 'success',
    command: 'npx tsc --listFilesOnly',
    tool,
    version,
    env,
    prepare,
    files: { ...files(0), 'src/index.ts': 'export const name = 1;\n' },
    keep: ['/work/src/index.ts'],
  },
  {
    case: 'tiny',
    command: 'npx tsc --noEmit',
    tool,
    version,
    env,
    prepare,
    files: { ...files(0), 'src/index.ts': 'export const name: string = 1;\n' },
    keep: ['src/index.ts(1,14): error TS2322'],
  },
  {
    case: 'huge',
    command: 'npx tsc --noEmit',
    tool,
    version,
    env,
    prepare,
    files: files(60),
    keep: ['src/part-59.ts(17,11)', 'TS7006'],
  },
];
