// @ts-check
/** Approvals: what each kind of change shows before it is allowed. */
import { card, user } from './items.mjs';

const none = { diffs: [], notes: [], deletes: [], reads: [], writes: [], parts: undefined };
const noRule = ['none of your rules covers this call'];

/**
 * @param {string} tool
 * @param {string} kind
 * @param {string} title
 * @param {object} approval
 */
function asks(tool, kind, title, approval) {
  return card('ask-1', {
    ...{ tool, kind, title, status: 'asking' },
    argsJson: JSON.stringify({ path: title }),
    approval: { ...none, approvalId: 'a1', reasons: noRule, ...approval },
  });
}

const folder = '/home/you/demo';

const edit = asks('edit', 'edit', 'src/cart.js', {
  action: 'edit src/cart.js',
  isPlanned: true,
  isNews: true,
  diffs: [
    {
      path: `${folder}/src/cart.js`,
      oldText:
        'export function totalOf(lines) {\n  return lines.reduce((total, line) => total + line.price, 0);\n}\n',
      newText:
        'export function totalOf(lines) {\n  return lines.reduce((total, line) => total + line.price * line.quantity, 0);\n}\n',
      startLine: 12,
    },
  ],
});

const write = asks('write', 'edit', 'docs/prices.md', {
  action: 'create docs/prices.md',
  isPlanned: true,
  diffs: [
    {
      path: `${folder}/docs/prices.md`,
      oldText: null,
      newText: '# Prices\n\nPrices are in cents.\nA quantity is a whole number.\n',
    },
  ],
});

const remove = asks('delete_path', 'delete', 'docs', {
  action: 'delete docs',
  isPlanned: true,
  isRisky: true,
  notes: ['The folder contains 2 files, 3.4 KB.'],
  diffs: [
    {
      path: `${folder}/docs/readme.md`,
      oldText: '# Demo\n\nA shopping cart.\n',
      newText: '',
      change: 'deleted',
    },
  ],
});

const move = asks('move_path', 'move', 'README.md → docs/readme.md', {
  action: 'move README.md → docs/readme.md',
  isPlanned: true,
  notes: ['Replaces the file that is there.'],
  diffs: [
    {
      path: `${folder}/docs/readme.md`,
      from: `${folder}/README.md`,
      change: 'moved',
      oldText: '# Old\n',
      newText: '# Demo\n\nA shopping cart.\n',
    },
  ],
});

const parts = [
  {
    text: 'node --version',
    verdict: 'ask',
    reason: '',
    code: 'no-rule',
    hazards: ['`node` can run any code'],
  },
  {
    text: 'ls -la src',
    verdict: 'allow',
    reason: 'rule bash "ls *" (default)',
    code: 'rule',
    hazards: [],
  },
  { text: 'npm test', verdict: 'ask', reason: '', code: 'no-rule', hazards: [] },
  { text: 'tail -5', verdict: 'ask', reason: '', code: 'no-rule', hazards: [] },
];
const line = 'node --version && ls -la src && npm test 2>&1 | tail -5';
const command = asks('bash', 'execute', line, {
  action: `run ${line}`,
  command: line,
  parts,
  reasons: ['none of your rules covers 3 of these 4 commands'],
});

/** While the first one asks, the others were answered ahead. */
const ahead = [
  card('ahead-1', { tool: 'edit', kind: 'edit', title: 'src/cart.js', status: 'allowed' }),
  card('ahead-2', { tool: 'bash', kind: 'execute', title: line, status: 'denied' }),
];

const rule = `${folder}/docs/prices.md`;
const exact = {
  ...write,
  approval: {
    ...write.approval,
    always: {
      offers: [
        { offerId: 'change', scope: 'change', rule: 'docs/prices.md' },
        { offerId: 'session-0', scope: 'session', rule },
        { offerId: 'user-0', scope: 'user', rule },
      ],
      notes: [],
    },
  },
};

const items = Object.entries({ edit, write, remove, move, command });

/** @param {object} state */
export function approvalScenes(state) {
  const asked = user('#1', 'Please go on.');
  return {
    ...Object.fromEntries(
      items.map(([name, asking]) => [`approval-${name}`, { state, items: [asked, asking] }]),
    ),
    'approval-ahead': { state, items: [asked, edit, ...ahead] },
    'approval-exact': { state, items: [asked, exact], opened: '.always > .button' },
  };
}
