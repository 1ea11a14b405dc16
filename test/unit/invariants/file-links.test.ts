import assert from 'node:assert/strict';
import { lstatSync, readlinkSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { createProduct, type Product } from './product';

/** A repository may contain links. The calls pass all gates, on a real disk. */
describe('files and links', () => {
  let product: Product;

  beforeEach(() => {
    product = createProduct();
    product.workspace.put('ws/hook.sh', 'hook');
    product.workspace.put('ws/notes.txt', 'notes');
  });

  afterEach(() => product.dispose());

  function link(name: string, target: string): string {
    const at = path.join(product.workspace.root, name);
    symlinkSync(target, at);
    return at;
  }

  for (const tool of ['copy_path', 'move_path']) {
    it(`decision protected-files: ${tool} asks before it replaces a protected link`, async () => {
      const at = link('.envrc', 'notes.txt');
      await product.call('read', { path: 'notes.txt' });
      const call = await product.call(tool, { source: 'hook.sh', destination: '.envrc' });
      assert.equal(product.asked.length, 1);
      assert.equal(call.status, 'failed');
      assert.ok(lstatSync(at).isSymbolicLink());
    });

    it(`the approval of ${tool} shows each of its two paths once`, async () => {
      product.policy.swap({ permissions: [] });
      await product.call(tool, { source: 'hook.sh', destination: 'bin/hook.sh' });
      const { root } = product.workspace;
      const details = product.asked[0]?.details;
      const named = [...(details?.reads ?? []), ...(details?.writes ?? [])];
      assert.deepEqual(named, [`${root}/hook.sh`, `${root}/bin/hook.sh`]);
    });
  }

  it('a write by a protected name asks, wherever its link leads', async () => {
    const at = link('.envrc', 'notes.txt');
    await product.call('read', { path: 'notes.txt' });
    const call = await product.call('write', { path: '.envrc', content: 'x' });
    assert.equal(product.asked.length, 1);
    assert.equal(call.status, 'failed');
    assert.equal(readlinkSync(at), 'notes.txt');
  });
});
