/** What an agent calls, one after the other; the user allows whatever asks. */
export interface TaskCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Why it asks at every permission level; absent for a call that only the rules ask about. */
  readonly guarded?: 'hazard' | 'protected file' | 'deletion' | 'overwrites' | 'may hold a secret';
}

export interface AgentTask {
  readonly name: string;
  readonly calls: readonly TaskCall[];
}

const runTests = { tool: 'bash', args: { command: 'npm test' } };

function read(path: string): TaskCall {
  return { tool: 'read', args: { path } };
}

function edit(path: string, oldText: string, newText: string): TaskCall {
  return { tool: 'edit', args: { path, old_string: oldText, new_string: newText } };
}

function write(path: string, content: string): TaskCall {
  return { tool: 'write', args: { path, content } };
}

function run(command: string): TaskCall {
  return { tool: 'bash', args: { command } };
}

/** Files that tasks need next to those of the demo. */
export const moreFiles: Readonly<Record<string, string>> = {
  '.npmrc': 'registry=https://registry.example.test/\n',
  'till.example.json': '{ "currency": "EUR" }\n',
  'till.json': '{ "currency": "USD", "name": "Corner shop" }\n',
  'src/old-receipt.js': "export const receiptOf = () => '';\n",
};

/** Twelve tasks of ordinary work in the demo's corner shop, as a coding agent does them. */
export const tasks: readonly AgentTask[] = [
  {
    name: 'Fix the failing test',
    calls: [
      runTests,
      read('src/cart.js'),
      { tool: 'grep', args: { pattern: 'totalOf|quantity', path: 'src' } },
      edit('src/cart.js', 'total + line.price, 0)', 'total + line.price * line.quantity, 0)'),
      runTests,
    ],
  },
  {
    name: 'Add a discount, with a test',
    calls: [
      read('src/cart.js'),
      read('test/cart.test.js'),
      edit(
        'src/cart.js',
        '/** What the cart costs, in cents. */',
        '/** Percent off from 10 pieces on. */\nconst discount = 5;\n\n/** What the cart costs, in cents. */',
      ),
      edit(
        'src/cart.js',
        'return cart.lines().reduce(',
        'const pieces = cart.lines().reduce((n, { quantity }) => n + quantity, 0);\n  const percent = pieces >= 10 ? 100 - discount : 100;\n  return (percent / 100) * cart.lines().reduce(',
      ),
      edit(
        'test/cart.test.js',
        "test('an empty cart costs nothing'",
        "test('ten pieces cost less', () => {\n  const cart = createCart();\n  cart.add('apple', 10);\n  assert.equal(totalOf(cart), 380);\n});\n\ntest('an empty cart costs nothing'",
      ),
      runTests,
    ],
  },
  {
    name: 'Rename a file and its imports',
    calls: [
      { tool: 'grep', args: { pattern: 'catalog' } },
      {
        tool: 'move_path',
        args: { source: 'src/catalog.js', destination: 'src/prices.js' },
      },
      read('src/cart.js'),
      edit('src/cart.js', "'./catalog.js'", "'./prices.js'"),
      runTests,
    ],
  },
  {
    name: 'Move the till to a folder of its own',
    calls: [
      { tool: 'list_directory', args: { path: '.' } },
      { tool: 'create_directory', args: { path: 'src/till' } },
      { tool: 'move_path', args: { source: 'src/cart.js', destination: 'src/till/cart.js' } },
      { tool: 'move_path', args: { source: 'src/receipt.js', destination: 'src/till/receipt.js' } },
      read('src/till/cart.js'),
      edit('src/till/cart.js', "'./catalog.js'", "'../catalog.js'"),
      read('test/cart.test.js'),
      edit('test/cart.test.js', "'../src/cart.js'", "'../src/till/cart.js'"),
      read('test/receipt.test.js'),
      edit('test/receipt.test.js', "'../src/cart.js'", "'../src/till/cart.js'"),
      edit('test/receipt.test.js', "'../src/receipt.js'", "'../src/till/receipt.js'"),
      runTests,
    ],
  },
  {
    name: 'Describe the till in the documentation',
    calls: [
      read('README.md'),
      read('src/receipt.js'),
      write('docs/receipts.md', '# Receipts\n\nOne line for each product, then the total.\n'),
      edit('README.md', '# Corner shop\n', '# Corner shop\n\nSee [receipts](docs/receipts.md).\n'),
    ],
  },
  {
    name: 'Run the tests and report',
    calls: [{ tool: 'list_directory', args: { path: 'test' } }, runTests],
  },
  {
    name: 'Delete a file that nothing uses',
    calls: [
      { tool: 'grep', args: { pattern: 'old-receipt' } },
      { tool: 'delete_path', args: { path: 'src/old-receipt.js' }, guarded: 'deletion' },
      runTests,
    ],
  },
  {
    name: 'Install a formatter and add its script',
    calls: [
      { ...read('.npmrc'), guarded: 'may hold a secret' },
      run('npm install --save-dev prettier'),
      write('.prettierrc.json', '{ "singleQuote": true }\n'),
      read('package.json'),
      edit(
        'package.json',
        '"test": "node --test"',
        '"test": "node --test",\n    "format": "prettier --write ."',
      ),
      run('npm run format'),
    ],
  },
  {
    name: 'Commit the work',
    calls: [
      run('git status --short'),
      run('git diff'),
      run('git add src test'),
      run("git commit -m 'Count every piece'"),
    ],
  },
  {
    name: 'Test on every push',
    calls: [
      {
        ...write('.github/workflows/test.yml', 'on: push\njobs: {}\n'),
        guarded: 'protected file',
      },
      { ...write('.vscode/launch.json', '{}\n'), guarded: 'protected file' },
      read('README.md'),
      edit('README.md', '# Corner shop\n', '# Corner shop\n\nTested on every push.\n'),
    ],
  },
  {
    name: 'Clean up and start again from the example',
    calls: [
      { ...run('rm -rf dist coverage'), guarded: 'deletion' },
      { ...run('git clean -fdx'), guarded: 'hazard' },
      { ...run('find . -name "*.log" -delete'), guarded: 'hazard' },
      read('till.json'),
      {
        tool: 'copy_path',
        args: { source: 'till.example.json', destination: 'till.json' },
        guarded: 'overwrites',
      },
      { tool: 'copy_path', args: { source: 'till.json', destination: 'till.test.json' } },
    ],
  },
  {
    name: 'Take the formatting of money out of the receipt',
    calls: [
      read('src/receipt.js'),
      read('test/receipt.test.js'),
      write(
        'src/money.js',
        '/** Cents as people write them: 1234 is "12.34". */\nexport function formatCents(cents) {\n  return (cents / 100).toFixed(2);\n}\n',
      ),
      edit(
        'src/receipt.js',
        "import { totalOf } from './cart.js';",
        "import { totalOf } from './cart.js';\nimport { formatCents } from './money.js';",
      ),
      edit(
        'src/receipt.js',
        '/** Cents as people write them: 1234 is "12.34". */\nexport function formatCents(cents) {\n  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, \'0\')}`;\n}\n\n',
        '',
      ),
      edit(
        'test/receipt.test.js',
        "import { formatCents, receiptOf } from '../src/receipt.js';",
        "import { formatCents } from '../src/money.js';\nimport { receiptOf } from '../src/receipt.js';",
      ),
      write(
        'test/money.test.js',
        "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { formatCents } from '../src/money.js';\n\ntest('whole amounts', () => assert.equal(formatCents(300), '3.00'));\n",
      ),
      runTests,
    ],
  },
];
