import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { Policy } from '../../../../src/core/contracts/policy/policy';
import type { Verdict } from '../../../../src/core/contracts/calls/decision';
import type { GateCall } from '../../../../src/core/contracts/policy/define-gate';
import { boundGate } from '../../fakes/gate-call';
import { allow, ask, createWorld, deny } from './fixture';

/** A gate that judges by the policy's allowlist: what a swap of the policy decides anew. */
const byPolicy = boundGate({
  name: 'permission-rules',
  slot: 'permission-rules',
  check: ({ policy }) => {
    if (policy.approvalEffects.includes('state_change')) return deny;
    return policy.approvalEffects.includes('read_only') ? ask : allow;
  },
});

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
    assert.match(outcome.text, /not on the list of allowed tools/);
    assert.equal(world.runs, 0);
  });

  it('an authorization revoked while the user is asked refuses the call even after "allow"', async () => {
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

  it('allow, then deny in the next moment: what is in force when it would run counts', async () => {
    const world = createWorld({
      gates: [byPolicy],
      policy: asks,
      onAsk: async (_clock, signal) => {
        world.policy.swap({ approvalEffects: [] });
        world.policy.swap({ approvalEffects: ['state_change'] });
        await once(signal, 'abort');
      },
    });
    const outcome = await world.call({ text: 'a' });
    assert.equal(outcome.failure?.errorCode, 'policy_denied');
    assert.equal(world.runs, 0);
  });

  it('a gate that is slow under one policy does not answer for the next', async () => {
    const answers: (() => void)[] = [];
    const slow = boundGate({
      name: 'sequence-policies',
      slot: 'sequence-policies',
      check: ({ policy }) => {
        if (policy.version === 1) return ask;
        if (policy.version === 3) return deny;
        return new Promise((settle) =>
          answers.push(() => {
            settle(allow);
          }),
        );
      },
    });
    const world = createWorld({
      gates: [slow],
      onAsk: async (_clock, signal) => {
        world.policy.swap({});
        await setImmediate();
        world.policy.swap({});
        answers[0]?.();
        await once(signal, 'abort');
      },
    });
    const outcome = await world.call({ text: 'a' });
    assert.equal(outcome.decision.verdict, 'deny');
    assert.equal(world.runs, 0);
  });

  for (const first of ['rules', 'person'] as const) {
    it(`003-permissions-10: gates, policy_match and policy_version tell the later deny (${first} first)`, async () => {
      const match = 'policy.rules[0] deny: tool=echo matched tool';
      const check = ({ policy }: GateCall): Verdict =>
        policy.version === 1 ? ask : { ...deny, match };
      const world = createWorld({
        gates: [boundGate({ slot: 'policy-rules', check })],
        answer: { answer: 'allow' },
        onAsk: async (_clock, signal) => {
          world.policy.swap({});
          if (first === 'rules') await once(signal, 'abort');
        },
      });
      await world.call({ text: 'a' });
      const [entry] = world.entries;
      assert.equal(entry?.result, 'denied');
      assert.equal(entry.policy_match, match);
      assert.equal(entry.policy_version, 2);
      assert.deepEqual(
        entry.gates.map(({ gate, verdict }) => [gate, verdict]),
        [['policy-rules', 'deny']],
      );
    });
  }

  it('an allow by new rules carries the version that allowed it', async () => {
    const world = createWorld({
      gates: [byPolicy],
      policy: asks,
      onAsk: async (_clock, signal) => {
        world.policy.swap({ approvalEffects: [] });
        await once(signal, 'abort');
      },
    });
    const { decision } = await world.call({ text: 'a' });
    assert.deepEqual([decision.approvedBy, decision.policyVersion], ['auto', 2]);
    assert.equal(world.entries[0]?.policy_version, 2);
  });

  it('W20: a call that waits when its chat is reset does not run because rules changed', async () => {
    const world = createWorld({
      gates: [byPolicy],
      policy: asks,
      onAsk: async (_clock, signal) => {
        world.pipeline.reset('s1');
        world.policy.swap({ approvalEffects: [] });
        await once(signal, 'abort');
      },
    });
    const outcome = await world.call({ text: 'a' });
    assert.equal(outcome.status, 'cancelled');
    assert.equal(world.runs, 0);
  });

  it('W20: the success of a call that was judged during a reset does not come back', async () => {
    let go = (): void => undefined;
    const slow = boundGate({
      name: 'sequence-policies',
      slot: 'sequence-policies',
      check: () =>
        new Promise((settle) => {
          go = () => {
            settle(allow);
          };
        }),
    });
    const world = createWorld({ gates: [slow] });
    const running = world.call({ text: 'a' });
    await setImmediate();
    world.pipeline.reset('s1');
    go();
    assert.equal((await running).status, 'completed');
    assert.deepEqual(world.pipeline.completed('s1'), []);
  });

  it('a call that has ended no longer listens to rule changes', async () => {
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
