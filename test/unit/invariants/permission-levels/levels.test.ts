import { told } from '../../fakes/told';
import { say } from '../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { PermissionRule } from '../../../../src/core/contracts/calls/decision';
import type { PermissionLevel } from '../../../../src/core/contracts/permission-level';
import type { Policy } from '../../../../src/core/contracts/policy/policy';
import { boundGate } from '../../fakes/gate-call';
import { createTemporaryWorkspace } from '../../fakes/temporary-workspace';
import { createProduct, type CallMore, type Product, type ProductOptions } from '../product';
import { defaultPolicy } from './replay-tasks';

const newFile = { path: 'new.txt', content: 'x\n' };
const copied = { source: 'a.txt', destination: 'b.txt' };

describe('decision 58: permission levels', () => {
  let product: Product | undefined;

  afterEach(async () => {
    await product?.dispose();
    product = undefined;
  });

  function start(
    permissionLevel: PermissionLevel,
    { policy, ...more }: Omit<ProductOptions, 'policy'> & { policy?: Partial<Policy> } = {},
  ): Product {
    product = createProduct({
      policy: { ...defaultPolicy(), toolPolicies: noPolicies, permissionLevel, ...policy },
      answer: () => ({ answer: 'allow' }),
      ...more,
    });
    product.workspace.put('ws/a.txt', 'one\n');
    return product;
  }

  /** Whether the user was asked, and how the call ended. */
  async function call(started: Product, tool: string, args: object, more: CallMore = {}) {
    const before = started.asked.length;
    const { status, failure, decision } = await started.call(tool, args, more);
    const entry = started.audit().at(-1);
    return { asked: started.asked.length > before, status, failure, decision, entry };
  }

  function withRule(rule: Partial<PermissionRule>): { policy: Partial<Policy> } {
    const { permissions } = defaultPolicy();
    const whole = { tool: 'core__write', pattern: '*', action: 'ask', source: 'user' } as const;
    return { policy: { permissions: [{ ...whole, ...rule }, ...permissions] } };
  }

  it('decision 58: at Edits run an edit runs, and its record says why', async () => {
    const done = await call(start('edits'), 'write', newFile);
    assert.deepEqual([done.asked, done.status], [false, 'completed']);
    assert.equal(done.decision.permissionLevel, 'edits');
    assert.equal(done.entry?.permission_level, 'edits');
    assert.match(JSON.stringify(done.entry), /the permission level \\"Edits run\\" lets it run/);
  });

  for (const [what, rule] of [
    ['a rule of the user', {}],
    ['a rule of the user for every tool', { tool: '*' }],
    ['a rule of the workspace', { source: 'workspace' }],
  ] as const) {
    it(`decision 58: no level lifts the ask of ${what}`, async () => {
      const { asked, status } = await call(start('edits', withRule(rule)), 'write', newFile);
      assert.deepEqual([asked, status], [true, 'completed']);
    });
  }

  for (const [what, options] of [
    ['a rule of the user', withRule({ action: 'deny' })],
    ['a rule of the workspace', withRule({ action: 'deny', source: 'workspace' })],
    ['the trust level of its source', { trust: 'untrusted' }],
    [
      'a policy rule',
      { policy: { policyRules: [{ effect: 'deny', tool: 'write', place: 'policy.rules[0]' }] } },
    ],
    ['the list of tools', { policy: { allowedTools: new Set(['core__read']) } }],
  ] as const) {
    it(`decision 58: no level lifts the deny of ${what}`, async () => {
      for (const level of ['edits', 'ask'] as const) {
        const { asked, status } = await call(start(level, options), 'write', newFile);
        assert.deepEqual([asked, status], [false, 'failed']);
        await product?.dispose();
      }
    });
  }

  for (const [what, tool, args] of [
    ['a deletion', 'delete_path', { path: 'a.txt' }],
    ['a command', 'bash', { command: 'echo one' }],
    ['a protected file', 'write', { path: '.vscode/tasks.json', content: '{}' }],
    ['a copy over a file', 'copy_path', { source: 'a.txt', destination: 'there.txt' }],
    ['a move over a file', 'move_path', { source: 'a.txt', destination: 'there.txt' }],
    ['a copy over a link', 'copy_path', { source: 'a.txt', destination: 'link' }],
    ['a file that may hold a secret', 'edit', { path: '.npmrc', old_string: 'a', new_string: 'b' }],
    ['a protected file that moves with its folder', 'move_path', { source: 'f', destination: 'g' }],
    ['a protected file that is copied', 'copy_path', { source: 'f', destination: 'g' }],
  ] as const) {
    it(`decision 58: at Edits run ${what} asks`, async () => {
      const started = start('edits', {
        workspace: createTemporaryWorkspace({ askRead: ['**/.npmrc'] }),
      });
      started.workspace.put('ws/there.txt', 'old\n');
      started.workspace.put('ws/.npmrc', 'a\n');
      started.workspace.put('ws/f/.vscode/tasks.json', '{}');
      const { symlinkSync } = await import('node:fs');
      symlinkSync('nowhere', path.join(started.workspace.root, 'link'));
      assert.equal((await call(started, tool, args)).asked, true);
    });
  }

  it('decision 58: at Edits run a file outside the open folders asks', async () => {
    const workspace = createTemporaryWorkspace({ allowedPaths: ['{base}/ws', '{base}/outside'] });
    const started = start('edits', { workspace });
    const outside = { path: path.join(workspace.outside, 'x.txt'), content: 'x' };
    assert.equal((await call(started, 'write', outside)).asked, true);
    const out = { source: 'a.txt', destination: path.join(workspace.outside, 'a.txt') };
    assert.equal((await call(started, 'copy_path', out)).asked, true);
    const into = { source: path.join(workspace.outside, 'x.txt'), destination: 'x.txt' };
    assert.equal((await call(started, 'copy_path', into)).asked, true);
    assert.equal((await call(started, 'write', newFile)).asked, false);
  });

  it('decision 58: at Edits run a tool of a provisional source asks', async () => {
    assert.equal(
      (await call(start('edits', { trust: 'provisional' }), 'write', newFile)).asked,
      true,
    );
  });

  for (const [tool, args] of [
    ['copy_path', copied],
    ['move_path', copied],
    ['write', { path: 'b.txt', content: 'x' }],
  ] as const) {
    it(`decision 58: ${tool} never replaces a file that appeared after it was judged`, async () => {
      let appear = (): void => undefined;
      const last = boundGate({
        slot: 'utility',
        check: () => {
          appear();
          return { verdict: 'abstain', reason: say`only looks` };
        },
      });
      const started = start('edits', { gates: (own) => [...own, last] });
      const there = path.join(started.workspace.root, 'b.txt');
      appear = () => writeFileSync(there, 'of someone else');
      const { asked, status, failure } = await call(started, tool, args);
      assert.deepEqual([asked, status], [false, 'failed']);
      assert.match(failure?.message ?? '', /exists there|appeared there/);
      assert.equal(readFileSync(there, 'utf8'), 'of someone else');
    });
  }

  it('decision 58: at Ask for everything a call that only reads asks, and takes no rule', async () => {
    const started = start('ask');
    const { asked, entry } = await call(started, 'read', { path: 'a.txt' });
    assert.equal(asked, true);
    assert.equal(entry?.permission_level, 'ask');
    const details = started.asked.at(-1)?.details;
    assert.ok(details);
    assert.deepEqual(told(details.reasons), ['the permission level "Ask for everything" asks']);
    assert.deepEqual(details.alwaysOffers, []);
    assert.equal(details.isRoutine, true);
  });

  it('decision 58: at Ask for everything neither typed nor internal calls ask', async () => {
    const started = start('ask');
    const typed = { origin: 'user', isKeyed: true } as const;
    assert.equal((await call(started, 'read', { path: 'a.txt' }, typed)).asked, false);
    const own = { origin: 'host', phase: 'planner' } as const;
    assert.equal((await call(started, 'read', { path: 'a.txt' }, own)).asked, false);
    assert.equal(
      (await call(started, 'compress_context', {}, { phase: 'autonomous' })).asked,
      false,
    );
  });

  it('decision 58: a pending question stays when the level changes; the next call has it', async () => {
    let swap = (): void => undefined;
    const started = start('rules', {
      answer: async () => {
        swap();
        await new Promise(setImmediate);
        return { answer: 'deny' };
      },
    });
    swap = () => started.policy.swap({ permissionLevel: 'edits' });
    const first = await call(started, 'write', newFile);
    assert.deepEqual([first.asked, first.status], [true, 'failed']);
    assert.equal(first.entry?.permission_level, 'rules');
    const second = await call(started, 'write', newFile);
    assert.deepEqual([second.asked, second.status], [false, 'completed']);
  });
});

const noPolicies: Policy['toolPolicies'] = { groups: new Map(), profile: [] };
