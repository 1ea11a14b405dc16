import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { RawCall } from '../../../../src/core/contracts/calls/call';
import { defaultPolicyGroups } from '../../../../src/core/contracts/settings/defaults';
import {
  type PermissionRule,
  recordedDecision,
} from '../../../../src/core/contracts/calls/decision';
import { replayDecisions, type RecordedToolCall } from '../../../../src/core/pipeline/replay';
import { buildToolPolicies } from '../../../../src/host/settings/tool-policies';
import {
  createProduct,
  openRules,
  type Product,
  type ProductOptions,
} from '../../invariants/product';

const shippedPolicies = buildToolPolicies({
  groups: {},
  defaultGroups: { filesystem: [...defaultPolicyGroups.filesystem] },
  profile: [],
});

const rule = (action: PermissionRule['action'], pattern: string, tool = 'core__bash') =>
  ({ tool, pattern, action, source: 'user' }) as const;

const context = { sessionId: 'replay', actorId: 'user:test', tenantId: 'w' };
const ran = { status: 'completed' } as const;

function recorded(
  tool: string,
  args: object,
  more: Partial<RecordedToolCall> = {},
): RecordedToolCall {
  return { tool, args, phase: 'executor', expect: ran, ...more };
}

const bash = (command: string, expect: RecordedToolCall['expect'] = ran): RecordedToolCall =>
  recorded('core__bash', { command }, { expect });

describe('replaying recorded calls through the pipeline', () => {
  let product: Product;

  function open(options: ProductOptions = {}): Product {
    product = createProduct({
      ...options,
      policy: { toolPolicies: shippedPolicies, ...options.policy },
    });
    product.workspace.put('ws/a.txt', 'one\n');
    return product;
  }
  afterEach(() => product.dispose());

  const replay = (calls: readonly RecordedToolCall[], signal = new AbortController().signal) => {
    const { sources, makePipeline, workspace } = product;
    return replayDecisions(
      calls,
      context,
      { sources, makePipeline, files: workspace.files },
      signal,
    );
  };

  const verdicts = async (calls: readonly RecordedToolCall[]) =>
    (await replay(calls)).map(({ now }) => now?.verdict);

  /** Makes a real call, and records it. */
  async function made(
    tool: string,
    args: object,
    more: Partial<RawCall> = {},
  ): Promise<RecordedToolCall> {
    const { status, decision, failure } = await product.call(tool, args, more);
    const decided = recordedDecision(decision, failure?.errorCode);
    return recorded(tool, args, { expect: { status, decision: decided } });
  }

  it('runs nothing, asks nothing, records nothing and counts nothing', async () => {
    open({ policy: { permissions: [rule('ask', '*'), ...openRules] } });
    const calls = [
      recorded('core__read', { path: 'a.txt' }),
      recorded('core__write', { path: 'a.txt', content: 'two\n' }),
      recorded('core__write', { path: 'new.txt', content: 'new\n' }),
      bash('rm -rf .'),
    ];
    assert.deepEqual(await verdicts(calls), ['allow', 'allow', 'allow', 'ask']);
    const { root } = product.workspace;
    assert.equal(readFileSync(path.join(root, 'a.txt'), 'utf8'), 'one\n');
    assert.throws(() => readFileSync(path.join(root, 'new.txt')));
    assert.deepEqual(product.terminals.commands, []);
    assert.deepEqual([product.asked, product.events], [[], []]);
    assert.equal(existsSync(product.store.folder), false, 'the store was not even opened');
    assert.deepEqual(product.pipeline.completed('replay'), []);
    assert.deepEqual(product.reported, []);
  });

  it('under the same rules every decision is as recorded', async () => {
    open({ policy: { permissions: [rule('ask', 'npm *'), rule('deny', 'curl *'), ...openRules] } });
    const calls = [
      await made('core__read', { path: 'a.txt' }),
      await made('core__write', { path: 'a.txt', content: 'two\n' }),
      await made('core__bash', { command: 'echo hi' }),
      await made('core__bash', { command: 'npm test' }),
      await made('core__bash', { command: 'curl https://x.example' }),
      await made('core__read', { path: '../outside' }),
      await made('core__nothing', {}),
      await made('core__read', { wrong: true }),
    ];
    const replayed = await replay(calls);
    assert.deepEqual(
      replayed.map(({ now }) => now),
      calls.map(({ expect }) => expect.decision),
    );
    assert.deepEqual(
      replayed.map(({ now }) => now?.verdict),
      ['allow', 'allow', 'allow', 'ask', 'deny', 'deny', 'deny', 'deny'],
    );
    assert.equal(
      replayed.some(({ differs }) => differs),
      false,
    );
  });

  it('a rule that is new shows as a difference, with the rule', async () => {
    open();
    const calls = [await made('core__bash', { command: 'echo hi' })];
    product.policy.swap({ permissions: [rule('deny', 'echo *'), ...openRules] });
    const [replayed] = await replay(calls);
    assert.deepEqual(replayed, {
      now: { verdict: 'deny', by: 'rule core__bash "echo *" deny (user)' },
      differs: true,
    });
  });

  it('asking about what was allowed, and allowing what was refused, are differences too', async () => {
    open();
    const allowed = await made('core__bash', { command: 'echo hi' });
    product.policy.swap({ permissions: [rule('deny', 'echo *'), ...openRules] });
    const refused = await made('core__bash', { command: 'echo hi' });
    product.policy.swap({ permissions: [rule('ask', 'echo *'), ...openRules] });
    const asked = await replay([allowed, refused]);
    assert.deepEqual(
      asked.map(({ differs, now }) => [differs, now?.verdict]),
      [
        [true, 'ask'],
        [true, 'ask'],
      ],
    );
    product.policy.swap({ permissions: openRules });
    assert.deepEqual(
      (await replay([allowed, refused])).map(({ differs }) => differs),
      [false, true],
    );
  });

  it('the user’s answer is not a decision of the rules', async () => {
    const permissions = [rule('ask', '*'), ...openRules];
    for (const answer of ['allow', 'deny'] as const) {
      open({ policy: { permissions }, answer: () => ({ answer }) });
      const calls = [await made('core__bash', { command: 'echo hi' })];
      assert.equal(calls[0]?.expect.decision?.verdict, 'ask');
      assert.deepEqual(
        (await replay(calls)).map(({ differs }) => differs),
        [false],
      );
      if (answer === 'allow') await product.dispose();
    }
  });

  it('002-state-4: what a call has read or written counts for those behind it', async () => {
    open();
    const write = recorded('core__write', { path: 'a.txt', content: 'two\n' });
    const read = recorded('core__read', { path: 'a.txt' });
    const failed = { ...read, expect: { status: 'failed' } as const };
    assert.deepEqual(await verdicts([write]), ['deny']);
    assert.deepEqual(await verdicts([failed, write]), ['allow', 'deny']);
    assert.deepEqual(await verdicts([read, write]), ['allow', 'allow']);
  });

  it('without a recorded decision, what ran then and is refused now differs', async () => {
    open({ policy: { permissions: [rule('deny', '*'), ...openRules] } });
    const calls = [
      bash('a'),
      bash('b', { status: 'failed', exitCode: 1 }),
      bash('c', { status: 'failed' }),
      bash('d', { status: 'cancelled' }),
      recorded('core__read', { path: 'a.txt' }),
    ];
    assert.deepEqual(
      (await replay(calls)).map(({ differs }) => differs),
      [true, true, false, false, false],
    );
  });

  it('000-quota-3: the quota of the policy holds for the recorded calls', async () => {
    const limits = {
      maxCallsPerSession: 1,
      timeoutMs: 1000,
      overflowThreshold: 1000,
      overflowMaxBytes: 0,
    };
    open({ policy: { limits } });
    const replayed = await replay([bash('echo 1'), bash('echo 2')]);
    assert.deepEqual(replayed[1]?.now, { verdict: 'deny', by: 'quota_blocked' });
    assert.equal((await product.call('core__bash', { command: 'echo hi' })).status, 'completed');
  });

  it('decision 18: an autonomous call of a recording is not asked about', async () => {
    open({ policy: { permissions: [rule('ask', '*', '*')] } });
    const read = recorded('core__read_overflow', { id: '0b0e1c1e-8f3b-4c57-9b8a-2a1f5a9d7c11' });
    assert.deepEqual(await verdicts([read, { ...read, phase: 'autonomous' }]), ['ask', 'allow']);
  });

  it('ends where it is stopped', async () => {
    open();
    const stop = new AbortController();
    assert.equal((await replay([bash('echo 1')], stop.signal)).length, 1);
    stop.abort();
    assert.deepEqual(await replay([bash('echo 1'), bash('echo 2')], stop.signal), []);
  });
});
