import { told } from '../fakes/told';
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Policy } from '../../../src/core/contracts/policy/policy';
import { createProduct, openRules, type Product } from './product';

/** Rules about files also hold when their folder is moved, copied or deleted. */
describe('the content of a folder', () => {
  let product: Product;

  beforeEach(() => {
    product = createProduct();
    product.workspace.put('ws/lib/deep/.vscode/tasks.json', '{}');
    product.workspace.put('ws/plain/a.txt', 'a');
    product.workspace.put('ws/plain/keep/b.txt', 'b');
  });

  afterEach(() => product.dispose());

  const calls: readonly (readonly [string, (folder: string) => object])[] = [
    ['delete_path', (folder) => ({ path: folder })],
    ['move_path', (folder) => ({ source: folder, destination: 'new/place' })],
    ['copy_path', (folder) => ({ source: folder, destination: 'new/place' })],
  ];

  function withRule(tool: string, pattern: string, action: 'deny' | 'ask'): void {
    const rule = { tool: `core__${tool}`, pattern, action, source: 'user' } as const;
    product.policy.swap({ permissions: [rule, ...openRules] });
  }

  function assertUntouched(): void {
    for (const name of ['lib/deep/.vscode/tasks.json', 'plain/a.txt', 'plain/keep/b.txt']) {
      assert.ok(existsSync(path.join(product.workspace.root, name)), name);
    }
    assert.ok(!existsSync(path.join(product.workspace.root, 'new')));
  }

  for (const [tool, argumentsFor] of calls) {
    it(`decision protected-files: ${tool} asks for a folder that contains a protected file`, async () => {
      const call = await product.call(tool, argumentsFor('lib'));
      assert.equal(call.status, 'failed');
      const reason = '.vscode can make an editor start programs, so every write to it asks';
      const [request] = product.asked;
      assert.ok(request);
      assert.deepEqual(told(request.details.reasons), [reason]);
      assert.deepEqual(request.details.alwaysOffers, []);
      assertUntouched();
    });

    it(`${tool} of a folder without a protected file follows the rules`, async () => {
      const call = await product.call(tool, argumentsFor('plain'));
      assert.equal(call.status, 'completed');
      assert.deepEqual(product.asked, []);
    });

    for (const pattern of ['plain/keep/*', '**/b.txt', 'plain/keep/b.txt']) {
      it(`003-permissions-14: a deny about ${pattern} holds for ${tool} of the folder`, async () => {
        withRule(tool, pattern, 'deny');
        const call = await product.call(tool, argumentsFor('plain'));
        assert.equal(call.failure?.category, 'policy_blocked');
        assertUntouched();
      });
    }

    it(`003-permissions-14: an ask about a part of a folder holds for ${tool} of the folder`, async () => {
      withRule(tool, 'plain/keep/*', 'ask');
      await product.call(tool, argumentsFor('plain'));
      assert.equal(product.asked.length, 1);
      assertUntouched();
    });

    it(`000-rules-7: a rule about a part of a folder holds for ${tool} of the folder`, async () => {
      const rule: Policy['policyRules'][number] = {
        place: 'policy.rules[0]',
        effect: 'deny',
        tool,
        paths: ['**/keep/*'],
      };
      product.policy.swap({ policyRules: [rule] });
      const call = await product.call(tool, argumentsFor('plain'));
      assert.equal(call.failure?.category, 'policy_blocked');
      assertUntouched();
    });
  }

  for (const tool of ['move_path', 'copy_path']) {
    it(`003-permissions-14: a deny about a part of the destination holds for ${tool}`, async () => {
      withRule(tool, 'new/place/keep/*', 'deny');
      const call = await product.call(tool, { source: 'plain', destination: 'new/place' });
      assert.equal(call.failure?.category, 'policy_blocked');
      assertUntouched();
    });
  }
});
