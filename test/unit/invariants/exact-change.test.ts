import assert from 'node:assert/strict';
import { rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import type { PermissionRule } from '../../../src/core/contracts/calls/decision';
import { createProduct, openRules, type Product } from './product';

const edit = { path: 'a.txt', old_string: 'a', new_string: 'b' };
const copy = { source: 'a.txt', destination: 'b.txt' };
const asks = openRules.map((rule): PermissionRule => ({ ...rule, action: 'ask' }));

/** A change of files that is allowed exactly as it is, for one chat (decision 66). */
describe('exactly this change', () => {
  let product: Product;

  beforeEach(() => {
    product = createProduct();
    product.workspace.put('ws/a.txt', 'a');
    product.workspace.put('ws/.vscode/tasks.json', '{}');
    product.policy.swap({ permissions: asks });
  });

  afterEach(() => product.dispose());

  /** The digest that is offered for the call. */
  async function offered(tool: string, args: object): Promise<string | undefined> {
    await product.call(tool, args);
    return product.asked.at(-1)?.details.exactChange;
  }

  function allow(tool: string, exact: string, more: readonly PermissionRule[] = []): void {
    const rule = { tool: `core__${tool}`, pattern: 'a.txt', exact } as const;
    product.policy.swap({
      permissions: [...more, { ...rule, action: 'allow', source: 'session' }, ...asks],
    });
  }

  async function isAsked(tool: string, args: object): Promise<boolean> {
    const before = product.asked.length;
    await product.call(tool, args);
    return product.asked.length > before;
  }

  async function offeredFor(tool: string, args: object): Promise<string> {
    const digest = await offered(tool, args);
    assert.match(digest ?? '', /^[0-9a-f]{64}$/);
    return digest ?? '';
  }

  for (const [tool, args] of [
    ['write', { path: 'new.txt', content: 'x' }],
    ['create_directory', { path: 'folder' }],
    ['copy_path', copy],
  ] as const) {
    it(`is offered and runs without a question, as often as it comes: ${tool}`, async () => {
      allow(tool, await offeredFor(tool, args));
      assert.equal(await isAsked(tool, args), false);
    });
  }

  it('does not depend on the order of the arguments', async () => {
    allow('write', await offeredFor('write', { path: 'new.txt', content: 'x' }));
    assert.equal(await isAsked('write', { content: 'x', path: 'new.txt' }), false);
  });

  for (const [what, tool, args] of [
    ['another content', 'write', { path: 'new.txt', content: 'y' }],
    ['another file', 'write', { path: 'other.txt', content: 'x' }],
    ['another spelling of the path', 'write', { path: './new.txt', content: 'x' }],
    ['another tool', 'create_directory', { path: 'new.txt' }],
    ['a command that writes the file', 'bash', { command: 'echo x > new.txt' }],
  ] as const) {
    it(`does not cover ${what}`, async () => {
      allow('write', await offeredFor('write', { path: 'new.txt', content: 'x' }));
      assert.equal(await isAsked(tool, args), true);
    });
  }

  it('does not cover a path that leads elsewhere since', async () => {
    const args = { path: 'folder/new.txt', content: 'x' };
    product.workspace.put('ws/folder/x', '');
    product.workspace.put('ws/other/x', '');
    allow('write', await offeredFor('write', args));
    const { root } = product.workspace;
    rmSync(path.join(root, 'folder'), { recursive: true });
    symlinkSync('other', path.join(root, 'folder'));
    assert.equal(await isAsked('write', args), true);
  });

  for (const [what, rule] of [
    ['a rule of the workspace that asks', { action: 'ask', source: 'workspace' }],
    ['a deny of the user', { action: 'deny', source: 'user' }],
  ] as const) {
    it(`does not lift ${what}`, async () => {
      const args = { path: 'new.txt', content: 'x' };
      allow('write', await offeredFor('write', args), [{ tool: '*', pattern: '*', ...rule }]);
      const { status } = await product.call('write', args);
      assert.equal(status, 'failed');
    });
  }

  it('does not lift "Ask for everything", which offers none either', async () => {
    const args = { path: 'new.txt', content: 'x' };
    const digest = await offeredFor('write', args);
    product.policy.swap({ permissionLevel: 'ask' });
    assert.equal(await offered('write', args), undefined);
    allow('write', digest);
    assert.equal(await isAsked('write', args), true);
  });

  for (const [what, tool, args] of [
    ['a deletion', 'delete_path', { path: 'a.txt' }],
    ['a move, which removes its source', 'move_path', copy],
    ['a protected file', 'write', { path: '.vscode/tasks.json', content: '{ }' }],
    ['a command', 'bash', { command: 'npm test' }],
    ['a call that only reads', 'read', { path: 'a.txt' }],
    ['what would fail', 'edit', { ...edit, old_string: 'not there' }],
    [
      'what is not shown in full',
      'write',
      { path: 'new.txt', content: `key AKIA${'A'.repeat(16)}` },
    ],
  ] as const) {
    it(`is not offered for ${what}`, async () => {
      assert.equal(await offered(tool, args), undefined);
    });
  }
});
