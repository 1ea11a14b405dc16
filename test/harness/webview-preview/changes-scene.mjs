// @ts-check
/** Chats that have changed files: the bar with its list, and the cards of the tools. */
import { byDefaultRule, byUser, card, state, user } from './items.mjs';

const root = '/home/you/demo';

/** @param {string} path relative to the workspace @param {object} more */
export function change(path, more = {}) {
  const at = path.lastIndexOf('/');
  return {
    changeId: path,
    name: path.slice(at + 1),
    folder: path.slice(0, Math.max(at, 0)),
    kind: 'changed',
    isFolder: false,
    added: 4,
    removed: 2,
    ...more,
  };
}

const folder = { isFolder: true, added: undefined, removed: undefined };
const tooLarge = '64 MB is more than is kept of a file (gatehouse.file.maxChangeSize).';

/** One of every kind. */
export const everyKind = [
  change('src/shop/checkout/cart.js', { added: 42, removed: 7 }),
  change('test/cart.test.js', { kind: 'created', added: 120, removed: 0 }),
  change('src/legacy/very-old-checkout-with-a-long-name.js', {
    kind: 'deleted',
    added: 0,
    removed: 318,
  }),
  change('src/shop/price.js', { kind: 'moved', movedFrom: 'src/util/price.js' }),
  change('lib/format/money.js', {
    kind: 'moved',
    movedFrom: 'packages/shared/source/internal/format/money-and-other-amounts.js',
    added: 0,
    removed: 0,
  }),
  change('assets/film.mp4', {
    kind: 'deleted',
    added: undefined,
    removed: undefined,
    notKept: tooLarge,
  }),
  change('src/shop/checkout/steps', { kind: 'created', ...folder }),
  change('README.md', { added: 1, removed: 1 }),
];

const many = Array.from({ length: 30 }, (_, at) =>
  change(`packages/app-${at % 4}/src/components/pages/page-${at}.tsx`, {
    kind: at % 5 === 0 ? 'created' : 'changed',
    added: at * 7,
    removed: at,
  }),
);

/** @param {string} name @param {number} count */
function lines(name, count) {
  return Array.from({ length: count }, (_, at) => `${name}: line ${at + 1}\n`).join('');
}

const cartBefore = `export function total(cart) {
  let sum = 0;
  for (const line of cart) sum = line.price;
  return sum;
}
`;
const cartAfter = cartBefore.replace('sum = line.price', 'sum += line.price * line.quantity');

const edit = {
  tool: 'edit',
  kind: 'edit',
  title: 'src/shop/cart.js',
  argsJson: '{"path":"src/shop/cart.js","old_string":"sum = line.price","new_string":"sum += …"}',
  text: 'Changed 1 line.',
  diffs: [{ path: `${root}/src/shop/cart.js`, oldText: cartBefore, newText: cartAfter }],
  durationMs: 31,
  decision: byUser,
};

/** @param {string} title @param {object} more */
function deletedFolder(title, more = {}) {
  const diffs = Array.from({ length: 20 }, (_, at) => ({
    path: `${root}/${title}/part-${at}.js`,
    oldText: lines(`part ${at}`, 3 + at * 5),
    newText: '',
    change: 'deleted',
  }));
  return card('delete-1', {
    tool: 'delete_path',
    kind: 'delete',
    title,
    argsJson: JSON.stringify({ path: title }),
    text: `Deleted ${title} with 20 files.`,
    diffs,
    durationMs: 44,
    undo: 'offered',
    ...more,
  });
}

/** Cards of every tool that changes or lists files. */
const fileCards = [
  user('#1', 'Tidy up the shop.'),
  card('edit-1', { ...edit, undo: 'offered' }),
  card('edit-2', { ...edit, undo: 'undone' }),
  deletedFolder('src/legacy'),
  card('move-1', {
    tool: 'move_path',
    kind: 'move',
    title: 'src/util/price.js → src/shop/price.js',
    argsJson: '{"source":"src/util/price.js","destination":"src/shop/price.js"}',
    text: 'Moved.',
    diffs: [
      {
        path: `${root}/src/shop/price.js`,
        oldText: cartAfter,
        newText: cartAfter,
        change: 'moved',
        from: `${root}/src/util/price.js`,
      },
    ],
    durationMs: 9,
    undo: 'offered',
  }),
];

const plainCards = [
  user('#1', 'Look around, and make a copy of the settings.'),
  card('list-1', {
    tool: 'list_directory',
    kind: 'search',
    title: 'src/shop',
    argsJson: '{"path":"src/shop"}',
    text: '[dir] checkout/\n[file] cart.js (1.2 KB)\n[file] price.js (804 B)\n[symlink] latest',
    locations: [{ path: `${root}/src/shop` }],
    durationMs: 3,
    decision: byDefaultRule,
  }),
  card('diagnostics-1', {
    tool: 'diagnostics',
    kind: 'search',
    title: 'src/shop',
    argsJson: '{"path":"src/shop","max_diagnostics":50}',
    text: 'error src/shop/cart.js:3:29 Property "quantity" does not exist. (ts 2339)',
    locations: [{ path: `${root}/src/shop/cart.js`, line: 3 }],
    durationMs: 812,
  }),
  card('copy-1', {
    tool: 'copy_path',
    kind: 'edit',
    title: 'config/default.json → config/local.json',
    argsJson: '{"source":"config/default.json","destination":"config/local.json"}',
    text: 'Copied.',
    diffs: [
      {
        path: `${root}/config/local.json`,
        oldText: null,
        newText: '{\n  "port": 3000\n}\n',
      },
    ],
    undo: 'offered',
    durationMs: 6,
  }),
  card('folder-1', {
    tool: 'create_directory',
    kind: 'edit',
    title: 'src/shop/checkout/steps',
    argsJson: '{"path":"src/shop/checkout/steps"}',
    text: 'Created.',
    undo: 'offered',
    durationMs: 2,
  }),
  card('find-1', { tool: 'find_path', kind: 'search', title: '**/*.test.js', durationMs: 18 }),
  card('move-2', {
    tool: 'move_path',
    kind: 'move',
    title: 'docs/a.md → docs/guide/b.md',
    argsJson: '{"source":"docs/a.md","destination":"docs/guide/b.md"}',
    diffs: [
      {
        path: `${root}/docs/guide/b.md`,
        oldText: 'one\n',
        newText: 'one\ntwo\n',
        change: 'moved',
        from: `${root}/docs/a.md`,
      },
    ],
    undo: 'undone',
    durationMs: 5,
  }),
];

/** @param {readonly object[]} changes */
export function changed(changes) {
  return state({ model: 'qwen3-coder', changes });
}

const [first] = everyKind;

export const changeScenes = {
  'changes-one': { state: changed([first ?? {}]), items: [user('#1', 'Fix the total.')] },
  'changes-kinds': { state: changed(everyKind), items: fileCards, opened: '.changes-fold' },
  'changes-many': { state: changed(many), items: fileCards.slice(0, 2), opened: '.changes-fold' },
  'changes-cards': { state: changed([]), items: fileCards },
  'changes-plain-cards': { state: changed([]), items: plainCards },
};
