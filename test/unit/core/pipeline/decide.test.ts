import assert from 'node:assert/strict';
import { gateSlots, type BoundGate } from '../../../../src/core/contracts/policy/define-gate';
import type { Verdict } from '../../../../src/core/contracts/calls/decision';
import { allow, ask, createWorld, deny, gate } from './fixture';

describe('deciding a call', () => {
  it('001-catalog-2: an id in no source is unavailable', async () => {
    const world = createWorld();
    const outcome = await world.call({ text: 'a' }, { tool: 'core__nothing' });
    assert.equal(outcome.failure?.errorCode, 'unavailable');
    assert.equal(outcome.failure.category, 'tool_not_found');
  });

  it('000-audit-5: a call that is refused before the gates has the trust of its source', async () => {
    const world = createWorld({ trust: 'untrusted', policy: { allowedTools: new Set() } });
    await world.call({ text: 'a' });
    await world.call({}, { tool: 'mcp__server__nothing' });
    assert.deepEqual(
      world.entries.map(({ trust }) => trust),
      ['untrusted', 'untrusted'],
    );
  });

  it('001-catalog-2: a tool that is not on the allowlist is denied', async () => {
    const world = createWorld({ policy: { allowedTools: new Set() } });
    const outcome = await world.call({ text: 'a' });
    assert.equal(outcome.failure?.errorCode, 'policy_denied');
    assert.equal(world.runs, 0);
    assert.deepEqual(world.pipeline.catalog(), []);
  });

  it('an untrusted workspace answers authz_denied for every tool', async () => {
    const check = () => ({ allowed: false, reason: 'Not trusted.' }) as const;
    const outcome = await createWorld({ authorization: { check } }).call({ text: 'a' });
    assert.equal(outcome.failure?.errorCode, 'authz_denied');
  });

  for (const args of ['{"text":', '[1]', '"x"', 'null', '{"a":1}{"b":2}', 7]) {
    it(`001-arguments-1: answers invalid_json to ${JSON.stringify(args)} and does not repeat it`, async () => {
      const outcome = await createWorld().call(args);
      assert.equal(outcome.failure?.errorCode, 'invalid_json');
      assert.equal(outcome.text.includes(String(args)), false);
    });
  }

  it('000-thoughts-1: _tafc_think fields never reach tool or audit, whatever their case', async () => {
    const world = createWorld();
    const outcome = await world.call('{"_TAFC_think_now":"secret plan","text":"hi"}');
    assert.equal(outcome.status, 'completed');
    assert.equal(JSON.stringify(world.entries).includes('secret plan'), false);
  });

  it('000-thoughts-2: a call of nothing but thoughts is answered, not run', async () => {
    const world = createWorld();
    const outcome = await world.call('{"_tafc_think":"hm"}');
    assert.equal(outcome.failure?.category, 'invalid_parameters');
    assert.equal(world.runs, 0);
  });

  it('000-quota-1: a spent quota answers quota_blocked and retries are free', async () => {
    const world = createWorld({
      policy: {
        limits: {
          maxCallsPerSession: 1,
          timeoutMs: 1000,
          overflowThreshold: 1000,
          overflowMaxBytes: 0,
        },
      },
    });
    await world.call({ text: 'a' });
    const blocked = await world.call({ text: 'b' });
    const retried = await world.call({ text: 'c' }, { attempt: 1 });
    assert.equal(blocked.failure?.errorCode, 'quota_blocked');
    assert.equal(retried.status, 'completed');
    world.pipeline.reset('s1');
    assert.equal((await world.call({ text: 'd' })).status, 'completed');
  });

  it('002-arguments-1: unknown parameters are an error and no value is repeated', async () => {
    const world = createWorld();
    const outcome = await world.call({ text: 'a', ['x'.repeat(80)]: 'v4lue' });
    assert.equal(outcome.failure?.errorCode, 'validation');
    assert.equal(outcome.text.includes('v4lue'), false);
    assert.equal(outcome.text.includes('x'.repeat(41)), false);
  });

  it('distinguishes a wrong type from a missing value', async () => {
    const world = createWorld();
    assert.equal((await world.call({ text: 7 })).failure?.category, 'type_mismatch');
    assert.equal((await world.call({})).failure?.category, 'invalid_parameters');
    assert.equal((await world.call('{"__proto__":1}')).failure?.errorCode, 'validation');
  });

  it('asks the gates in slot order, whatever order they are given in; the first deny ends', async () => {
    const seen: string[] = [];
    const gates = [...gateSlots].reverse().map((slot): BoundGate =>
      gate(slot, () => {
        seen.push(slot);
        return slot === 'sequence-policies' ? deny : allow;
      }),
    );
    const world = createWorld({ gates });
    const outcome = await world.call({ text: 'a' });
    assert.deepEqual(seen, gateSlots.slice(0, 5));
    assert.equal(outcome.failure?.errorCode, 'policy_denied');
    assert.equal(world.runs, 0);
  });

  it('joins asks, and does not ask about a call that a later gate denies', async () => {
    const gates = [gate('permission-rules', () => ask), gate('trust', () => deny)];
    const world = createWorld({ gates });
    await world.call({ text: 'a' });
    assert.deepEqual(world.asked, []);
  });

  const broken: Record<string, () => Verdict | Promise<Verdict>> = {
    throws: () => {
      throw new Error('boom');
    },
    rejects: () => Promise.reject(new Error('boom')),
    'never answers': () => new Promise<never>(() => undefined),
    'answers nonsense': () => pretend({ verdict: 'yes' }),
    'denies with an unknown code': () =>
      pretend({ verdict: 'deny', reason: 'r', errorCode: 'zzz' }),
  };
  for (const [how, check] of Object.entries(broken)) {
    for (const slot of gateSlots) {
      it(`a gate in ${slot} that ${how} denies`, async () => {
        const world = createWorld({ gates: [gate(slot, check)] });
        const running = world.call({ text: 'a' });
        await new Promise((settle) => setImmediate(settle));
        world.clock.advance(5000);
        const outcome = await running;
        assert.equal(outcome.failure?.errorCode, 'policy_denied');
        assert.equal(world.runs, 0);
      });
    }
  }
});

/** Passes a value off as a verdict, as a faulty gate would. */
function pretend(value: unknown): Verdict {
  if (isClaimed(value)) return value;
  throw new Error('not reached');
}

function isClaimed(value: unknown): value is Verdict {
  return value !== undefined;
}
