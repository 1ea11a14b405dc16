import { say } from '../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { defaultPolicyGroups } from '../../../src/core/contracts/settings/defaults';
import { failure, fail } from '../../../src/core/contracts/failure';
import {
  policyAllows,
  policyDenies,
  type PolicyCall,
  type PolicyState,
  type ToolPolicies,
  type ToolPolicy,
} from '../../../src/core/contracts/policy/tool-policy';
import { sequentialDependency } from '../../../src/core/gates/policies/sequential-dependency';
import { buildToolPolicies } from '../../../src/host/settings/tool-policies';
import { customTool, said } from './custom-tool';
import { createProduct, type Product, type ProductOptions } from './product';
import { sampleCalls } from './sample-calls';

/** The default: files must be read before they are overwritten. */
const shipped = buildToolPolicies({
  groups: {},
  defaultGroups: { filesystem: [...defaultPolicyGroups.filesystem] },
  profile: [],
});

const forAll = (...profile: readonly ToolPolicy[]): ToolPolicies => ({
  groups: new Map(),
  profile,
});

const unread = /must be read before overwriting/;
const overwrite = { path: 'a.txt', content: 'two\n' };

/** Lets a test wait until a tool is running. */
function createLatch() {
  let open = (): void => undefined;
  const opened = new Promise<void>((settle) => (open = settle));
  return { open, opened };
}

describe('tool policies in the whole pipeline', () => {
  let product: Product;

  function open(toolPolicies: ToolPolicies, more: ProductOptions = {}): Product {
    product = createProduct({ ...more, policy: { toolPolicies } });
    product.workspace.put('ws/a.txt', 'one\n');
    return product;
  }

  const write = (more = {}) => product.call('core__write', overwrite, more);
  const read = (more = {}, args = {}) =>
    product.call('core__read', { path: 'a.txt', ...args }, more);

  /** A policy that records its notifications and counts successes in its state. */
  function counting(allows: () => boolean = () => true) {
    const checks: (readonly [PolicyCall, PolicyState])[] = [];
    const results: PolicyCall[] = [];
    const policy: ToolPolicy = {
      name: 'counting',
      check: (call, state) => {
        checks.push([call, state]);
        return allows() ? policyAllows : policyDenies(say`Not now.`);
      },
      onResult: (call, own) => {
        results.push(call);
        return Number(own ?? 0) + 1;
      },
    };
    return { policy, checks, results };
  }

  afterEach(() => product.dispose());

  it('W1: a policy has a name, checks a call with the state, and is notified of its result', async () => {
    const { policy, checks, results } = counting();
    open(forAll(policy));
    await read();
    await read();
    const [first, second] = checks;
    assert.deepEqual(first?.[0].tool, {
      id: 'core__read',
      name: 'read',
      effect: 'read_only',
      group: 'filesystem',
      traits: ['readsFiles'],
      provenance: 'private',
      egress: false,
    });
    assert.deepEqual(first[0].params, { path: 'a.txt' });
    assert.deepEqual([first[1].own, second?.[1].own, results.length], [undefined, 1, 2]);
  });

  it('W1: a policy decides by a frozen value', () => {
    open(forAll());
    assert.equal(Object.isFrozen(policyAllows), true);
    assert.equal(Object.isFrozen(policyDenies(say`No.`)), true);
  });

  it('W5: a denied call does not run, ends once and is logged with the name of the policy', async () => {
    open(shipped);
    const outcome = await write();
    assert.equal(outcome.failure?.errorCode, 'policy_denied');
    assert.match(outcome.text, unread);
    assert.match(outcome.text, /^suggestion: Read the file, then make this call again/m);
    assert.deepEqual(
      product.events.map(({ type }) => type),
      ['start', 'end'],
    );
    const [entry] = product.audit();
    assert.deepEqual([entry?.result, entry?.error_code], ['denied', 'policy_denied']);
    assert.match(entry?.policy_match ?? '', /read_before_write/);
    const kept = await read();
    assert.match(kept.text, /one/);
  });

  it('W7: a policy that throws when it is notified does not change the success of the call', async () => {
    const broken: ToolPolicy = {
      name: 'broken',
      check: () => policyAllows,
      onResult: () => {
        throw new Error('boom');
      },
    };
    open(forAll(broken));
    assert.equal((await read()).status, 'completed');
    assert.deepEqual(product.reported, ['Error: boom']);
    assert.deepEqual(product.pipeline.completed('s1'), ['core__read']);
    assert.equal(product.events.at(-1)?.type, 'end');
  });

  const ends: Readonly<Record<string, () => Promise<unknown>>> = {
    'a denial': () => product.call('core__read', { path: '/etc/passwd' }),
    'a failure': () => product.call('core__read', { path: 'missing.txt' }),
    'a refusal of the arguments': () => product.call('core__read', { wrong: 1 }),
    'an exception': () => product.call('core__throws', {}),
    'a timeout': async () => {
      const running = product.call('core__hangs', {});
      await started.opened;
      product.clock.advance(60_000);
      return running;
    },
    'a cancellation': async () => {
      const controller = new AbortController();
      const running = product.call('core__stops', {}, { signal: controller.signal });
      await started.opened;
      controller.abort();
      return running;
    },
  };
  let started = createLatch();
  for (const [what, call] of Object.entries(ends)) {
    it(`W7: a policy is not notified of ${what}, and the state is unchanged`, async () => {
      started = createLatch();
      const { policy, results } = counting();
      const extraTools = [
        customTool('throws', () => Promise.reject(new Error('boom'))),
        customTool('hangs', () => {
          started.open();
          return new Promise<never>(() => undefined);
        }),
        customTool('stops', async ({ signal }) => {
          const stopped = new Promise((settle) => {
            signal.addEventListener('abort', settle);
          });
          started.open();
          await stopped;
          return fail(failure('cancelled', 'Stopped.'));
        }),
      ];
      open(forAll(policy), { extraTools });
      const before = product.pipeline.snapshot('s1');
      await call();
      assert.notEqual(product.audit()[0]?.result, 'success');
      // The quota and the counters of ends count every attempt (decision 15).
      const { spent, ends, recent } = product.pipeline.snapshot('s1');
      assert.deepEqual(product.pipeline.snapshot('s1'), { ...before, spent, ends, recent });
      assert.deepEqual(results, []);
    });
  }

  it('W9: a tool that failed does not count as run', async () => {
    open(forAll(sequentialDependency({ write: ['read'] })));
    const created = { path: 'new.txt', content: 'x' };
    await read({}, { path: 'missing.txt' });
    const early = await product.call('core__write', created);
    assert.match(early.text, /Tool 'write' requires: read/);
    await read();
    assert.equal((await product.call('core__write', created)).status, 'completed');
  });

  it('W11: a new file may be written; an existing one only after the chat has read it', async () => {
    open(shipped);
    const created = await product.call('core__write', { path: 'new.txt', content: 'x' });
    assert.equal(created.status, 'completed');
    assert.match((await write()).text, unread);
    await read();
    assert.equal((await write()).status, 'completed');
    assert.equal((await write()).status, 'completed', 'the chat knows what it wrote');
  });

  it('W12: a file is one file by any spelling of its path and by any link', async () => {
    open(shipped);
    const { root } = product.workspace;
    symlinkSync('a.txt', path.join(root, 'link.txt'));
    await read({}, { path: './link.txt' });
    const absolute = { path: path.join(root, 'a.txt'), content: 'two\n' };
    assert.equal((await product.call('core__write', absolute)).status, 'completed');
  });

  it('decision 44: a compaction forgets what the removed reads showed', async () => {
    open(shipped);
    await read({ toolCallId: 'early' });
    product.pipeline.forgetSeen('s1', ['early']);
    const refused = await write();
    assert.match(refused.text, unread);
    await read({ toolCallId: 'early again' });
    await read({ toolCallId: 'late' });
    product.pipeline.forgetSeen('s1', ['early again']);
    assert.equal((await write()).status, 'completed');
  });

  it('W14: a failed read unlocks nothing; a partial read unlocks the file', async () => {
    open(shipped);
    assert.equal((await read({}, { offset: 99 })).status, 'failed');
    assert.match((await write()).text, unread);
    assert.equal((await read({}, { offset: 1, limit: 1 })).status, 'completed');
    assert.equal((await write()).status, 'completed');
  });

  it('W18: restoring a snapshot brings back the state of that moment', async () => {
    open(shipped);
    product.workspace.put('ws/b.txt', 'one\n');
    await read();
    const snapshot: unknown = JSON.parse(JSON.stringify(product.pipeline.snapshot('s1')));
    await read({}, { path: 'b.txt' });
    assert.equal(product.pipeline.restore('s1', snapshot).ok, true);
    const other = await product.call('core__write', { path: 'b.txt', content: 'x' });
    assert.match(other.text, unread);
    assert.equal((await write()).status, 'completed');
  });

  it('W20: a reset, as by /clear, clears read marks', async () => {
    open(shipped);
    await read();
    product.pipeline.reset('s1');
    assert.match((await write()).text, unread);
  });

  it("W21: chats do not see each other's reads", async () => {
    open(shipped);
    await Promise.all([
      read({ context: { sessionId: 's1' } }),
      read({ context: { sessionId: 's3' } }),
    ]);
    assert.match((await write({ context: { sessionId: 's2' } })).text, unread);
    assert.equal((await write({ context: { sessionId: 's1' } })).status, 'completed');
  });

  it('W22: a new window starts without the reads of an earlier one', async () => {
    const earlier = open(shipped);
    await read();
    open(shipped, { workspace: earlier.workspace });
    assert.match((await write()).text, unread);
    await earlier.store.dispose();
  });

  it('W23: a restore notifies no policy', async () => {
    const { policy, checks, results } = counting();
    open(forAll(policy));
    await read();
    const before = [checks.length, results.length];
    const snapshot = product.pipeline.snapshot('s1');
    assert.equal(product.pipeline.restore('s1', snapshot).ok, true);
    assert.deepEqual([checks.length, results.length], before);
  });

  it('W24: a thousand checks change no state', async () => {
    open({ ...shipped, profile: [sequentialDependency({ write: ['grep'] }), counting().policy] });
    await read();
    const before = product.pipeline.snapshot('s1');
    const call = { toolCallId: 'c', tool: 'core__write', args: overwrite } as const;
    const raw = { ...call, phase: 'executor', origin: 'model', attempt: 0 } as const;
    for (let count = 0; count < 1000; count += 1) {
      const { verdict } = await product.pipeline.explain(raw, {
        sessionId: 's1',
        actorId: 'user:test',
        tenantId: 'w',
      });
      assert.equal(verdict, 'deny');
    }
    assert.deepEqual(product.pipeline.snapshot('s1'), before);
  });

  const broken: Readonly<Record<string, Parameters<typeof customTool>[1]>> = {
    fails: () => fail(failure('execution', 'No.')),
    throws: () => Promise.reject(new Error('boom')),
    'reports that its command failed': () => ({ ok: true, value: { said: '' }, failed: true }),
  };
  for (const [how, end] of Object.entries(broken)) {
    it(`W25: a call keeps none of the state it set if its tool ${how}; the audit entry stays`, async () => {
      const plans: unknown[] = [];
      const sets = customTool('sets', (context) => {
        context.slices.set('plan', 'half');
        return end(context);
      });
      const gets = customTool('gets', ({ slices }) => {
        plans.push(slices.get('plan'));
        return said('ok');
      });
      open(forAll(), { extraTools: [sets, gets] });
      await product.call('core__sets', {});
      await product.call('core__gets', {});
      assert.deepEqual(plans, [undefined]);
      assert.deepEqual(
        product.audit().map(({ result }) => result),
        ['error', 'success'],
      );
    });
  }

  it('W25: a call that succeeds keeps the state it set', async () => {
    const plans: unknown[] = [];
    const tool = customTool('plans', ({ slices }) => {
      plans.push(slices.get('plan'));
      slices.set('plan', plans.length);
      return said('ok');
    });
    open(forAll(), { extraTools: [tool] });
    await product.call('core__plans', {});
    await product.call('core__plans', {});
    assert.deepEqual(plans, [undefined, 1]);
  });

  it('W27: an argument that a tool does not know is an error, and no value is converted', async () => {
    open(forAll());
    for (const { id } of product.tools) {
      const outcome = await product.call(id, { ...sampleCalls[id], unknown_parameter: 1 });
      assert.equal(outcome.failure?.errorCode, 'validation', id);
      assert.match(outcome.text, /unknown_parameter/);
    }
    const coerced = await product.call('core__read', { path: 'a.txt', limit: '1' });
    assert.equal(coerced.failure?.category, 'type_mismatch');
  });
});
