import { inEnglish, say } from '../../../src/core/base/sentence';
import * as assert from 'node:assert/strict';
import { type ErrorCode, failure, fail, succeed } from '../../../src/core/contracts/failure';
import {
  policyAllows,
  policyDenies,
  type ToolPolicy,
} from '../../../src/core/contracts/policy/tool-policy';
import { readBeforeWrite } from '../../../src/core/gates/policies/read-before-write';
import { freshFolder, parts, put } from '../world';
import { call, freshSession, pipelineWith, type Answering } from './calls';
import { probeTool, type Probe, type ProbeOptions } from './probe-tool';

/** A pipeline with one probe, governed by these policies alone. */
async function governed(probe: Probe, profile: readonly ToolPolicy[], timeoutMs = 60_000) {
  const { limits } = (await parts()).policy.current();
  return pipelineWith({
    probes: [probe.tool],
    policy: { toolPolicies: { groups: new Map(), profile }, limits: { ...limits, timeoutMs } },
    report: () => undefined,
  });
}

/** A policy with a fixed decision that counts its checks and the results it gets. */
function counting(name: string, decision = policyAllows) {
  const counts = { checks: 0, results: 0 };
  const policy: ToolPolicy = {
    name,
    check: () => {
      counts.checks += 1;
      return decision;
    },
    onResult: () => {
      counts.results += 1;
      return counts.results;
    },
  };
  return { policy, counts };
}

interface Ending {
  readonly code: ErrorCode;
  readonly run?: ProbeOptions['run'];
  readonly args?: object;
  readonly answer?: Answering;
  readonly alsoDenies?: true;
  readonly timeoutMs?: number;
}

const endings: Readonly<Record<string, Ending>> = {
  'the user denies': { code: 'policy_denied', answer: () => ({ answer: 'deny' }) },
  'another policy denies': { code: 'policy_denied', alsoDenies: true },
  'is invalid': { code: 'validation', args: { wrong: true } },
  fails: { code: 'execution', run: () => fail(failure('execution', 'No luck.')) },
  throws: { code: 'execution', run: () => Promise.reject(new Error('boom')) },
  'times out': { code: 'timeout', run: () => new Promise(() => undefined), timeoutMs: 20 },
};

describe('rules: tool policies', () => {
  it('W1: a policy checks tool, arguments and paths of a call, and decides by a frozen value', async () => {
    const probe = probeTool('probe', { writes: true });
    const file = await put(await freshFolder('w1'), 'a.txt', 'one\n');
    const seen: unknown[] = [];
    const watching: ToolPolicy = {
      name: 'watching',
      check: ({ tool, params, paths }) => {
        const [written] = paths.writes;
        seen.push([tool.id, params, written?.resolved.ok === true && written.resolved.value.real]);
        return policyAllows;
      },
    };
    const on = await governed(probe, [watching]);
    const { outcome } = await call('probe', { path: file }, { on });
    assert.deepEqual(seen[0], [probe.id, { path: file }, file]);
    const line = outcome.decision.trace.find(({ gate }) => gate === 'sequence-policies');
    assert.equal(line && inEnglish(line.reason), 'allowed by watching');
    assert.ok(Object.isFrozen(policyAllows) && Object.isFrozen(policyDenies(say`no`)));
  });

  it('W4: all policies must allow; the first denial ends, and its reason reaches the model', async () => {
    const probe = probeTool('probe');
    const yes = counting('yes');
    const no = counting('no', policyDenies(say`Not on a Friday.`));
    const never = counting('never', policyDenies(say`Nor on a Monday.`));
    const on = await governed(probe, [yes.policy, no.policy, never.policy]);
    const { outcome } = await call('probe', {}, { on });
    assert.match(outcome.text, /^error: Not on a Friday\.$/m);
    assert.deepEqual([yes.counts.checks, no.counts.checks, never.counts.checks], [1, 1, 0]);
    const wordless = counting('wordless', { allowed: false });
    const made = await call('probe', {}, { on: await governed(probe, [wordless.policy]) });
    assert.match(made.outcome.text, /^error: Policy denied$/m);
    assert.equal(probe.runs(), 0);
  });

  it('W5: a denied call does not run, ends once and is logged with the name of the policy', async () => {
    const probe = probeTool('probe');
    const { policy } = counting('curfew', policyDenies(say`Closed.`));
    const made = await call('probe', {}, { on: await governed(probe, [policy]) });
    assert.deepEqual(
      made.events.map(({ type }) => type),
      ['start', 'end'],
    );
    const { result, error_code, policy_match } = made.entry;
    assert.deepEqual([result, error_code, policy_match], ['denied', 'policy_denied', 'curfew']);
    assert.deepEqual(made.asked, [], 'it does not ask');
    assert.equal(probe.runs(), 0);
  });

  it('W6: a policy that throws denies, and what it threw stays hidden', async () => {
    const probe = probeTool('probe');
    const broken: ToolPolicy = {
      name: 'broken',
      check: () => {
        throw new Error('quotes the call');
      },
    };
    const made = await call('probe', {}, { on: await governed(probe, [broken]) });
    assert.equal(made.code, 'policy_denied');
    assert.equal(JSON.stringify(made).includes('quotes the call'), false);
    assert.equal(probe.runs(), 0);
  });

  it('W7: a policy is notified of a success, and its new state is kept', async () => {
    const probe = probeTool('probe');
    const { policy, counts } = counting('counting');
    const on = await governed(probe, [policy]);
    const session = freshSession();
    assert.equal((await call('probe', {}, { on, session })).outcome.status, 'completed');
    assert.equal(counts.results, 1);
    assert.deepEqual(on.snapshot(session).own, [['counting', 1]]);
    assert.deepEqual(on.completed(session), [probe.id]);
  });

  for (const [how, ending] of Object.entries(endings)) {
    it(`W7: a policy is not notified of a call that ${how}, and no state changes`, async () => {
      const { code, run, args = {}, answer, alsoDenies, timeoutMs } = ending;
      const probe = probeTool('probe', { effect: 'state_change', ...(run && { run }) });
      const { policy, counts } = counting('counting');
      const behind = alsoDenies ? [counting('no', policyDenies(say`No.`)).policy] : [];
      const on = await governed(probe, [policy, ...behind], timeoutMs);
      const session = freshSession();
      const made = await call('probe', args, { on, session, ...(answer && { answer }) });
      assert.equal(made.code, code);
      assert.equal(counts.results, 0);
      const { own, tools, marks } = on.snapshot(session);
      assert.deepEqual([own, tools, marks], [[], [], []]);
    });
  }

  it('W7: a policy is not notified of a call that is cancelled while it runs', async () => {
    const controller = new AbortController();
    const probe = probeTool('probe', {
      run: () => {
        controller.abort();
        return succeed({ said: 'late', secret: '' });
      },
    });
    const { policy, counts } = counting('counting');
    const on = await governed(probe, [policy]);
    const session = freshSession();
    const made = await call('probe', {}, { on, session, signal: controller.signal });
    assert.deepEqual([made.code, probe.runs(), counts.results], ['cancelled', 1, 0]);
    assert.deepEqual(on.completed(session), []);
  });

  it('W13: read-before-write ignores a call whose path is missing or null', async () => {
    const probe = probeTool('probe', { writes: true, effect: 'state_change' });
    const on = await governed(probe, [readBeforeWrite({ writeTools: [probe.id] })]);
    assert.equal((await call('probe', {}, { on })).code, undefined);
    assert.equal((await call('probe', { path: null }, { on })).code, undefined);
    const file = await put(await freshFolder('w13'), 'a.txt', 'one\n');
    assert.equal((await call('probe', { path: file }, { on })).code, 'policy_denied');
  });

  it('W24: checks change no state', async () => {
    const probe = probeTool('probe', { writes: true });
    const { policy, counts } = counting('counting');
    const on = await governed(probe, [policy, readBeforeWrite({ writeTools: [probe.id] })]);
    const session = freshSession();
    await call('probe', {}, { on, session });
    const before = on.snapshot(session);
    const context = { sessionId: session, actorId: 'a', tenantId: 't' };
    const raw = { toolCallId: 'x', tool: 'probe', phase: 'executor', origin: 'model' } as const;
    for (let index = 0; index < 1000; index += 1) {
      await on.explain({ ...raw, args: { text: String(index) }, attempt: 0 }, context);
    }
    assert.ok(counts.checks > 1000);
    assert.deepEqual(on.snapshot(session), before);
  });
});
