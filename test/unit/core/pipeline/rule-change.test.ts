import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Policy } from '../../../../src/core/contracts/policy';
import type { BoundGate } from '../../../../src/core/contracts/define-gate';
import { allow, ask, createWorld, deny } from './fixture';

/** A gate that judges by the policy's allowlist: what a swap of the policy decides anew. */
const byPolicy: BoundGate = {
  name: 'permission-rules',
  slot: 'permission-rules',
  check: ({ policy }) => {
    if (policy.approvalEffects.includes('state_change')) return deny;
    return policy.approvalEffects.includes('read_only') ? ask : allow;
  },
};

const asks: Partial<Policy> = { approvalEffects: ['read_only'] };

describe('rules that change while a prompt is open', () => {
  it('allow: the call runs without an answer and the prompt is taken back', async () => {
    let prompt: AbortSignal | undefined;
    const world = createWorld({
      gates: [byPolicy],
      policy: asks,
      onAsk: async (_clock, signal) => {
        prompt = signal;
        world.policy.swap({ approvalEffects: [] });
        await once(signal, 'abort');
      },
    });
    const outcome = await world.call({ text: 'a' });
    assert.equal(outcome.status, 'completed');
    assert.equal(outcome.decision.approvedBy, 'auto');
    assert.equal(prompt?.aborted, true);
  });

  it('deny: the call is refused without an answer and the prompt is taken back', async () => {
    const world = createWorld({
      gates: [byPolicy],
      policy: asks,
      onAsk: async (_clock, signal) => {
        world.policy.swap({ approvalEffects: ['state_change'] });
        await once(signal, 'abort');
      },
    });
    const outcome = await world.call({ text: 'a' });
    assert.equal(outcome.failure?.errorCode, 'policy_denied');
    assert.equal(world.runs, 0);
  });

  it('ask: the prompt stays, and keeps the version it was shown under', async () => {
    const world = createWorld({
      gates: [byPolicy],
      policy: asks,
      answer: { answer: 'allow' },
      onAsk: () => {
        world.policy.swap(asks);
      },
    });
    const outcome = await world.call({ text: 'a' });
    assert.equal(outcome.decision.approvedBy, 'user');
    assert.equal(outcome.decision.policyVersion, 1);
    assert.equal(world.policy.current().version, 2);
  });

  it('a tool that is switched off settles its prompt and does not run', async () => {
    const world = createWorld({
      gates: [byPolicy],
      policy: asks,
      onAsk: async (_clock, signal) => {
        world.policy.swap({ allowedTools: new Set() });
        await once(signal, 'abort');
      },
    });
    const outcome = await world.call({ text: 'a' });
    assert.equal(outcome.failure?.errorCode, 'policy_denied');
    assert.match(outcome.text, /not in the allowed tools/);
    assert.equal(world.runs, 0);
  });

  it('an authorization that is taken back while the person is asked holds after "allow"', async () => {
    let allowed = true;
    const world = createWorld({
      gates: [byPolicy],
      policy: asks,
      authorization: {
        check: () => (allowed ? { allowed: true } : { allowed: false, reason: 'Not any more.' }),
      },
      answer: { answer: 'allow' },
      onAsk: () => {
        allowed = false;
      },
    });
    const outcome = await world.call({ text: 'a' });
    assert.equal(outcome.failure?.errorCode, 'authz_denied');
    assert.equal(world.runs, 0);
  });

  it('nobody listens to rules for a call that has ended', async () => {
    const world = createWorld({ gates: [byPolicy], policy: asks });
    await world.call({ text: 'a' });
    assert.equal(world.policy.listeners(), 0);
  });

  it('a call keeps the policy it began with, whatever is swapped while it runs', async () => {
    const world = createWorld({
      gates: [byPolicy],
      run: () => {
        world.policy.swap({ allowedTools: new Set() });
        return Promise.resolve({ ok: true, value: { said: 'x' } });
      },
    });
    const outcome = await world.call({ text: 'a' });
    assert.equal(outcome.status, 'completed');
    assert.equal(outcome.decision.policyVersion, 1);
    assert.equal((await world.call({ text: 'b' })).failure?.errorCode, 'policy_denied');
  });
});
