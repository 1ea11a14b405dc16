import assert from 'node:assert/strict';
import { createProduct, openRules, type Product } from './product';

/** What keys may answer, and what may be allowed together with others (decision 66). */
describe('a routine approval', () => {
  let product: Product;

  beforeEach(() => {
    product = createProduct();
    product.workspace.put('ws/a.txt', 'a');
    product.workspace.put('ws/.vscode/tasks.json', '{}');
    product.policy.swap({ permissions: openRules.map((rule) => ({ ...rule, action: 'ask' })) });
  });

  afterEach(() => product.dispose());

  async function isRoutine(tool: string, args: object): Promise<boolean | undefined> {
    await product.call(tool, args);
    return product.asked.at(-1)?.details.isRoutine;
  }

  for (const [tool, args] of [
    ['bash', { command: 'npm test' }],
    ['bash', { command: 'npm test && ls' }],
    ['write', { path: 'new.txt', content: 'x' }],
    ['create_directory', { path: 'folder' }],
    ['copy_path', { source: 'a.txt', destination: 'b.txt' }],
  ] as const) {
    it(`is asked only by rules: ${tool} ${JSON.stringify(args)}`, async () => {
      assert.equal(await isRoutine(tool, args), true);
    });
  }

  for (const [what, tool, args] of [
    ['a deletion', 'delete_path', { path: 'a.txt' }],
    ['a move, which removes its source', 'move_path', { source: 'a.txt', destination: 'b.txt' }],
    ['a deletion by a command', 'bash', { command: 'npm test && rm a.txt' }],
    ['a deletion by a program with its path', 'bash', { command: '/bin/rm a.txt' }],
    ['a hazard', 'bash', { command: 'npm test && sort -o out in' }],
    ['a path outside the workspace', 'bash', { command: 'cat ../other/x' }],
    ['a protected file', 'write', { path: '.vscode/launch.json', content: '{}' }],
    ['a command that cannot be read for sure', 'bash', { command: 'npm test; if' }],
    [
      'what is not shown in full',
      'write',
      { path: 'new.txt', content: `key AKIA${'A'.repeat(16)}` },
    ],
  ] as const) {
    it(`is none for ${what}`, async () => {
      assert.equal(await isRoutine(tool, args), false);
    });
  }
});
